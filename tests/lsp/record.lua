-- record.lua -- what somebody does in Neovim while a session is recorded: she opens the rules of her club, corrects a slip by the fix that
-- is offered, writes a rule with completion, asks what words mean and where they are stated, and renames an item.
vim.o.hidden = true
local client = vim.lsp.start_client({
	name = "canasta", cmd = { os.getenv("SERVER") }, root_dir = vim.fn.getcwd(),
	flags = { debounce_text_changes = 0 },
})
vim.lsp.buf_attach_client(0, client)
local function wait(what) assert(vim.wait(5000, what, 10), "the server does not answer") end
wait(function() return #vim.diagnostic.get(0) > 0 end)

local function position(line, text)
	vim.fn.cursor(line, vim.fn.getline(line):find(text, 1, true))
	return vim.lsp.util.make_position_params()
end
local function ask(method, params)
	local answers = assert(vim.lsp.buf_request_sync(0, method, params, 5000))
	return answers[client].result
end
local function settle()
	local changed = vim.b.changedtick
	wait(function() return vim.b.changedtick == changed end)
	vim.wait(300)
end

-- the slip: `hands`
position(7, "hands")
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", params)
print(actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
settle()
print(vim.fn.getline(7), #vim.diagnostic.get(0))

-- a rule is typed, letter by letter, and completed
vim.fn.append(9, "    initial_meld { mi")
vim.fn.cursor(10, 21)
settle()
local function complete()
	local place = vim.lsp.util.make_position_params()
	place.position.character = #vim.fn.getline(".")
	return ask("textDocument/completion", place)
end
print(complete()[1].label)
vim.fn.setline(10, "    initial_meld { minimum by side ")
print(complete()[1].label)
vim.fn.setline(10, "    initial_meld { minimum by side score { below 1500: 50; 1500 or more: 90 } house }")
settle()

-- what words mean, and where they are stated
print(ask("textDocument/hover", position(7, "hand")).contents.value)
print(ask("textDocument/definition", position(7, "hand"))[1].uri:match("[^/]*$"))
print(ask("textDocument/definition", position(8, "sevens"))[1].uri:match("[^/]*$"))
print(#ask("textDocument/references", vim.tbl_extend("error", position(9, "pure"), { context = { includeDeclaration = true } })))
print(#ask("textDocument/documentHighlight", position(9, "pure")))
params = position(9, "pure")
print(ask("textDocument/prepareRename", params).placeholder)
params.newName = "clean"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), "utf-16")
settle()
print(vim.fn.getline(13))

-- the file as a whole
local whole = { textDocument = vim.lsp.util.make_text_document_params() }
print(#ask("textDocument/documentSymbol", whole))
print(#ask("textDocument/foldingRange", whole))
print(#ask("textDocument/semanticTokens/full", whole).data)
vim.lsp.util.apply_text_edits(ask("textDocument/formatting", vim.lsp.util.make_formatting_params()), 0, "utf-16")
settle()
vim.cmd("write")
settle()
vim.cmd("quitall!")
