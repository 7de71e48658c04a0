# A new name is refused where the file would clash with what it builds on.
> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}
< {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":true},"hoverProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"documentFormattingProvider":true,"foldingRangeProvider":true,"completionProvider":{"triggerCharacters":["."]},"renameProvider":{"prepareProvider":true},"codeActionProvider":{"codeActionKinds":["quickfix"]},"semanticTokensProvider":{"legend":{"tokenTypes":["keyword","namespace","class","property","enumMember","function","number","variable","parameter","type","type","decorator","decorator","number","string","comment","comment"],"tokenModifiers":["declaration"]},"full":true}},"serverInfo":{"name":"canasta","version":"1.0.0"}}}
> {"jsonrpc":"2.0","method":"initialized","params":{}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"language 1\nvariant ours \"Ours\" extends wahhi {\n    option longer \"Sixteen cards\" { deal { hand 16 } }\n}\nvariant two \"Theirs\" extends ours {\n    option shorter \"Nine cards\" { deal { hand 9 } }\n}\n"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":5,"character":41},"end":{"line":5,"character":47}},"severity":3,"code":"options-clash","source":"canasta","message":"`shorter` and `longer` both state `deal.hand`, so no table can choose both\nif that is meant, say `excludes` in one of them","relatedInformation":[{"location":{"uri":"file:///club/ours.canasta","range":{"start":{"line":2,"character":43},"end":{"line":2,"character":50}}},"message":"the other one states it here"}]}]}}
# a variant would extend itself
> {"jsonrpc":"2.0","id":2,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":1,"character":9},"newName":"wahhi"}}
< {"jsonrpc":"2.0","id":2,"error":{"code":-32803,"message":"another one is called so already"}}
# the parent has such an option
> {"jsonrpc":"2.0","id":3,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":2,"character":12},"newName":"ties_stand"}}
< {"jsonrpc":"2.0","id":3,"error":{"code":-32803,"message":"another one is called so already"}}
> {"jsonrpc":"2.0","id":4,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":12},"newName":"longer"}}
< {"jsonrpc":"2.0","id":4,"error":{"code":-32803,"message":"another one is called so already"}}
# nothing here builds on that one
> {"jsonrpc":"2.0","id":5,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":1,"character":9},"newName":"wca"}}
< {"jsonrpc":"2.0","id":5,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":1,"character":8},"end":{"line":1,"character":12}},"newText":"wca"},{"range":{"start":{"line":4,"character":29},"end":{"line":4,"character":33}},"newText":"wca"}]}}}
> {"jsonrpc":"2.0","id":6,"method":"shutdown"}
< {"jsonrpc":"2.0","id":6,"result":null}
> {"jsonrpc":"2.0","method":"exit"}
exit 0
