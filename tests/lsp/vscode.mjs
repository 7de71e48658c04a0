// vscode.mjs EXTENSION CANASTA -- tries the extension in a VS Code that is made up: it has what the extension calls and no more. Writes what
// the editor would show.
import Module, { createRequire } from "module";
import { tmpdir } from "os";

const position = (line, character) => ({ line, character });
const uri = text => ({ toString: () => text });
const plain = name => ({ [name]: class { constructor(...given) { this.given = given; } } })[name];
class Range { constructor(line, character, endLine, endCharacter) { this.start = position(line, character); this.end = position(endLine, endCharacter); } }

const provider = {}, told = {};
let shown = null, came = () => {};
const vscode = {
	Range, Uri: { parse: uri }, FoldingRangeKind: { Comment: "comment" }, CodeActionKind: { QuickFix: "quickfix" },
	...Object.fromEntries(["Diagnostic", "DiagnosticRelatedInformation", "DocumentSymbol", "CompletionItem", "Hover", "FoldingRange", "CodeAction", "DocumentHighlight", "SemanticTokens", "SemanticTokensLegend"].map(name => [name, plain(name)])),
	Location: class { constructor(uri, range) { this.uri = uri.toString(); this.range = range; } },
	MarkdownString: class { appendText(text) { this.text = text; return this; } },
	WorkspaceEdit: class { constructor() { this.edits = []; } replace(uri, range, text) { this.edits.push([range, text]); } },
	TextEdit: { replace: (range, text) => [range, text] },
	languages: new Proxy({ createDiagnosticCollection: () => ({ set(uri, list) { shown = list; came(); } }) }, { get: (own, name) => own[name] ?? ((language, one) => { provider[name] = one; }) }),
	window: { showErrorMessage: console.log, showWarningMessage: console.log },
	workspace: {
		createFileSystemWatcher: () => Object.fromEntries(["Create", "Change", "Delete"].map(name => [`onDid${name}`, tell => { told["File" + name] = tell; }])),
		getConfiguration: () => ({ get: () => process.argv[3] }), textDocuments: [],
		...Object.fromEntries(["Open", "Change", "Save", "Close"].map(name => [`onDid${name}TextDocument`, tell => { told[name] = tell; }])),
	},
};
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
const extension = createRequire(import.meta.url)(`${process.argv[2]}/extension.js`);

const text = `language 1

# ä
variant ours "O" extends classic {
    deal { hands 13 }
    add class pure "P" when wilds = 0
    going_out { contract when side melds of pure > 0 }
}
`;
const document = { languageId: "canasta", version: 1, uri: uri("file:///club/ours.canasta"), getText: () => text };
const show = (what, value) => console.log(what + ":", JSON.stringify(value).replaceAll(/file:[^"]*\/(stdlib|club)/g, "$1"));
const ask = async (name, method, ...rest) => show(method, await provider[name][method](document, ...rest).catch(error => error.message));
const findings = () => new Promise(resolve => { came = resolve; });

process.env.XDG_CACHE_HOME = process.env.XDG_CACHE_HOME ?? tmpdir();
vscode.workspace.textDocuments.push(document);
const first = findings();
await extension.activate({ subscriptions: [] });
await first;
show("findings", shown);
await ask("registerCodeActionsProvider", "provideCodeActions", { start: position(4, 12), end: position(4, 12) });
const second = findings();
told.Change({ document: { ...document, version: 2 }, contentChanges: [{ range: new Range(4, 15, 4, 16), text: "" }] });
await second;
show("findings", shown);
const offered = await provider.registerCompletionItemProvider.provideCompletionItems(document, position(4, 12));
show("provideCompletionItems", offered.find(item => item.given[0] === "hand"));
await ask("registerHoverProvider", "provideHover", position(4, 12));
await ask("registerDefinitionProvider", "provideDefinition", position(4, 12));
await ask("registerReferenceProvider", "provideReferences", position(5, 15));
await ask("registerDocumentHighlightProvider", "provideDocumentHighlights", position(5, 15));
await ask("registerRenameProvider", "prepareRename", position(5, 15));
await ask("registerRenameProvider", "provideRenameEdits", position(5, 15), "clean");
await ask("registerRenameProvider", "prepareRename", position(4, 12));
await ask("registerDocumentSymbolProvider", "provideDocumentSymbols");
await ask("registerFoldingRangeProvider", "provideFoldingRanges");
await ask("registerDocumentFormattingEditProvider", "provideDocumentFormattingEdits");
show("tokens", (await provider.registerDocumentSemanticTokensProvider.provideDocumentSemanticTokens(document)).given[0].length / 5);
// a document that is named and comes later
const third = findings();
told.Change({ document: { ...document, version: 3 }, contentChanges: [{ range: new Range(4, 18, 4, 18), text: " @HALL-1" }, { range: new Range(1, 0, 1, 0), text: 'source HALL { title "T"; ledger "hall.tsv" }\n' }] });
await third;
show("findings", shown);
const fourth = findings();
told.FileCreate(uri("file:///club/hall.tsv"));
await fourth;
show("findings", shown);
await extension.deactivate();
