// extension.js -- the language server of canasta in VS Code: starts `canasta lsp`, carries messages, and puts the answers into the form
// of the editor. It needs no package beside VS Code's own.
"use strict";
const vscode = require("vscode");
const { spawn } = require("child_process");

const LANGUAGE = "canasta";

// ---- messages ----

class Server {
	constructor(path, heard) {
		this.waiting = new Map();
		this.next = 1;
		this.rest = Buffer.alloc(0);
		this.heard = heard;
		this.process = spawn(path, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
		this.process.stdout.on("data", bytes => this.receive(bytes));
		this.process.stdin.on("error", () => {});
		this.process.on("error", () => vscode.window.showErrorMessage(`\`${path} lsp\` cannot be started; the setting canasta.path says where the tool is.`));
		this.process.on("exit", () => {
			for (const { resolve } of this.waiting.values())
				resolve(null);
			this.waiting.clear();
		});
	}

	send(message) {
		const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
		if (this.process.stdin.writable)
			this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
	}

	notify(method, params) { this.send({ method, params }); }

	request(method, params) {
		return new Promise((resolve, reject) => {
			const id = this.next++;
			this.waiting.set(id, { resolve, reject });
			this.send({ id, method, params });
		});
	}

	receive(bytes) {
		this.rest = Buffer.concat([this.rest, bytes]);
		for (;;) {
			const behind = this.rest.indexOf("\r\n\r\n"), head = /Content-Length: (\d+)/.exec(this.rest.toString("latin1", 0, behind));
			if (behind < 0 || head === null || this.rest.length < behind + 4 + Number(head[1]))
				return;
			const message = JSON.parse(this.rest.toString("utf8", behind + 4, behind + 4 + Number(head[1])));
			this.rest = this.rest.subarray(behind + 4 + Number(head[1]));
			const waiting = this.waiting.get(message.id);
			if (waiting === undefined)
				this.heard(message);
			else if (this.waiting.delete(message.id))
				message.error ? waiting.reject(new Error(message.error.message)) : waiting.resolve(message.result);
		}
	}
}

// ---- places ----

const range = given => new vscode.Range(given.start.line, given.start.character, given.end.line, given.end.character);
const location = given => new vscode.Location(vscode.Uri.parse(given.uri), range(given.range));
const at = (document, position) => ({ textDocument: { uri: document.uri.toString() }, position: { line: position.line, character: position.character } });
const whole = document => ({ textDocument: { uri: document.uri.toString() } });

function workspaceEdit(given) {
	const edit = new vscode.WorkspaceEdit();
	for (const [uri, edits] of Object.entries(given.changes))
		for (const one of edits)
			edit.replace(vscode.Uri.parse(uri), range(one.range), one.newText);
	return edit;
}

// ---- what the editor asks ----

function diagnostic(given) {
	const made = new vscode.Diagnostic(range(given.range), given.message, given.severity - 1);
	made.code = given.code;
	made.source = given.source;
	made.relatedInformation = (given.relatedInformation ?? []).map(one => new vscode.DiagnosticRelatedInformation(location(one.location), one.message));
	return made;
}

function symbol(given) {
	const made = new vscode.DocumentSymbol(given.name, given.detail, given.kind - 1, range(given.range), range(given.selectionRange));
	made.children = given.children.map(symbol);
	return made;
}

function completion(given) {
	const item = new vscode.CompletionItem(given.label, given.kind - 1);
	item.detail = given.detail;
	item.documentation = given.documentation;
	item.sortText = given.sortText;
	item.range = range(given.textEdit.range);
	item.insertText = given.textEdit.newText;
	return item;
}

function providers(server, legend) {
	const ask = (method, params) => server.request("textDocument/" + method, params);
	const orNone = promise => promise.then(list => list ?? []);
	return [
		vscode.languages.registerCompletionItemProvider(LANGUAGE, { provideCompletionItems: async (document, position) => (await orNone(ask("completion", at(document, position)))).map(completion) }, "."),
		vscode.languages.registerHoverProvider(LANGUAGE, { provideHover: async (document, position) => {
			const hover = await ask("hover", at(document, position));
			return hover && new vscode.Hover(hover.contents.value.split("\n\n").map(words => new vscode.MarkdownString().appendText(words)), range(hover.range));
		} }),
		vscode.languages.registerDefinitionProvider(LANGUAGE, { provideDefinition: async (document, position) => (await orNone(ask("definition", at(document, position)))).map(location) }),
		vscode.languages.registerReferenceProvider(LANGUAGE, { provideReferences: async (document, position) => (await orNone(ask("references", { ...at(document, position), context: { includeDeclaration: true } }))).map(location) }),
		vscode.languages.registerDocumentHighlightProvider(LANGUAGE, { provideDocumentHighlights: async (document, position) => (await orNone(ask("documentHighlight", at(document, position)))).map(one => new vscode.DocumentHighlight(range(one.range))) }),
		vscode.languages.registerRenameProvider(LANGUAGE, {
			prepareRename: async (document, position) => { const found = await ask("prepareRename", at(document, position)); return { range: range(found.range), placeholder: found.placeholder }; },
			provideRenameEdits: async (document, position, newName) => workspaceEdit(await ask("rename", { ...at(document, position), newName })),
		}),
		vscode.languages.registerDocumentSymbolProvider(LANGUAGE, { provideDocumentSymbols: async document => (await orNone(ask("documentSymbol", whole(document)))).map(symbol) }),
		vscode.languages.registerFoldingRangeProvider(LANGUAGE, { provideFoldingRanges: async document => (await orNone(ask("foldingRange", whole(document)))).map(fold => new vscode.FoldingRange(fold.startLine, fold.endLine, fold.kind === "comment" ? vscode.FoldingRangeKind.Comment : undefined)) }),
		vscode.languages.registerDocumentFormattingEditProvider(LANGUAGE, { provideDocumentFormattingEdits: async document => (await orNone(ask("formatting", { ...whole(document), options: {} }))).map(edit => vscode.TextEdit.replace(range(edit.range), edit.newText)) }),
		vscode.languages.registerCodeActionsProvider(LANGUAGE, { provideCodeActions: async (document, where) => (await orNone(ask("codeAction", { ...whole(document), range: { start: where.start, end: where.end }, context: { diagnostics: [] } }))).map(given => {
			const action = new vscode.CodeAction(given.title, vscode.CodeActionKind.QuickFix);
			action.edit = workspaceEdit(given.edit);
			action.isPreferred = given.isPreferred;
			return action;
		}) }),
		vscode.languages.registerDocumentSemanticTokensProvider(LANGUAGE, { provideDocumentSemanticTokens: async document => new vscode.SemanticTokens(new Uint32Array((await ask("semanticTokens/full", whole(document)))?.data ?? [])) },
			new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
	];
}

// ---- beginning and end ----

let server = null;

exports.activate = async context => {
	const found = vscode.languages.createDiagnosticCollection(LANGUAGE);
	server = new Server(vscode.workspace.getConfiguration("canasta").get("path"), message => {
		if (message.method === "textDocument/publishDiagnostics")
			found.set(vscode.Uri.parse(message.params.uri), message.params.diagnostics.map(diagnostic));
		else if (message.method === "window/showMessage")
			vscode.window.showWarningMessage(message.params.message);
	});
	const began = await server.request("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
	if (began === null)
		return;
	server.notify("initialized", {});
	const opened = document => document.languageId === LANGUAGE && server.notify("textDocument/didOpen", { textDocument: { uri: document.uri.toString(), languageId: LANGUAGE, version: document.version, text: document.getText() } });
	vscode.workspace.textDocuments.forEach(opened);
	const onDisk = vscode.workspace.createFileSystemWatcher("**/*.{canasta,rulings,tsv}");
	const changed = type => uri => server.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
	context.subscriptions.push(found, onDisk, onDisk.onDidCreate(changed(1)), onDisk.onDidChange(changed(2)), onDisk.onDidDelete(changed(3)), ...providers(server, began.capabilities.semanticTokensProvider.legend),
		vscode.workspace.onDidOpenTextDocument(opened),
		vscode.workspace.onDidChangeTextDocument(event => event.document.languageId === LANGUAGE && event.contentChanges.length > 0 && server.notify("textDocument/didChange", {
			textDocument: { uri: event.document.uri.toString(), version: event.document.version },
			contentChanges: event.contentChanges.map(change => ({ range: { start: change.range.start, end: change.range.end }, text: change.text })),
		})),
		vscode.workspace.onDidSaveTextDocument(document => document.languageId === LANGUAGE && server.notify("textDocument/didSave", whole(document))),
		vscode.workspace.onDidCloseTextDocument(document => document.languageId === LANGUAGE && server.notify("textDocument/didClose", whole(document))));
};

exports.deactivate = async () => {
	await server?.request("shutdown").catch(() => null);
	server?.notify("exit");
};
