# Who leaves without a word has not ended the server in good order.
> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}
< {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":true},"hoverProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"documentFormattingProvider":true,"foldingRangeProvider":true,"completionProvider":{"triggerCharacters":["."]},"renameProvider":{"prepareProvider":true},"codeActionProvider":{"codeActionKinds":["quickfix"]},"semanticTokensProvider":{"legend":{"tokenTypes":["keyword","namespace","class","property","enumMember","function","number","variable","parameter","type","type","decorator","decorator","number","string","comment","comment"],"tokenModifiers":["declaration"]},"full":true}},"serverInfo":{"name":"canasta","version":"1.0.0"}}}
> {"jsonrpc":"2.0","method":"initialized","params":{}}
> {"jsonrpc":"2.0","method":"exit"}
exit 1
