# Whatever a client sends, the server answers with an error and goes on.
# requests before `initialize`, and notifications
> {"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"the first request is `initialize`"}}
> {"jsonrpc":"2.0","id":2,"method":"shutdown"}
< {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"the first request is `initialize`"}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","text":"x"}}}
> {"jsonrpc":"2.0","id":3,"method":"no/such"}
< {"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"the first request is `initialize`"}}
# no heads
! GET / HTTP/1.1\r\n\r\n
< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a message begins with `Content-Length: ` and a number"}}
! Content-Length: x\r\n\r\n{}
! Content-Length: -5\r\n\r\n
! Content-Length: 99999999999999999999\r\n\r\n
! Content-Type: a\r\n\r\n
# a head of another spelling, with another line; in pieces
! content-length:  46 \r\nContent-Type: x; charset=utf-8\r\n\r\n{"jsonrpc":"2.0","id":70,"method":"no/such!!"}
< {"jsonrpc":"2.0","id":70,"error":{"code":-32002,"message":"the first request is `initialize`"}}
! Content-Le
! ngth: 46\r
! \n\r\n{"jsonrpc":"2.0","id":71,
! "method":"no/such!!"}
< {"jsonrpc":"2.0","id":71,"error":{"code":-32002,"message":"the first request is `initialize`"}}
# no JSON, no object, no message
! Content-Length: 1\r\n\r\n{
< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON"}}
! Content-Length: 2\r\n\r\n[]
< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object"}}
! Content-Length: 39\r\n\r\n[{"jsonrpc":"2.0","id":1,"method":"x"}]
< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object"}}
! Content-Length: 3\r\n\r\n"x"
< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON"}}
! Content-Length: 13\r\n\r\n{"a":1,"a":2}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON"}}
! Content-Length: 33\r\n\r\n{"id":true,"method":"initialize"}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message has a method, and a request a number or a word"}}
! Content-Length: 31\r\n\r\n{"id":{},"method":"initialize"}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message has a method, and a request a number or a word"}}
! Content-Length: 8\r\n\r\n{"id":9}
< {"jsonrpc":"2.0","id":9,"error":{"code":-32600,"message":"a message has a method, and a request a number or a word"}}
! Content-Length: 12\r\n\r\n{"method":5}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message has a method, and a request a number or a word"}}
! Content-Length: 19\r\n\r\n{"id":5,"method":5}
< {"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"a message has a method, and a request a number or a word"}}
! Content-Length: 2\r\n\r\n{}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message has a method, and a request a number or a word"}}
! Content-Length: 0\r\n\r\n
< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON"}}
# answers to nothing
> {"jsonrpc":"2.0","id":1,"result":null}
> {"jsonrpc":"2.0","id":1,"error":{}}
> {"jsonrpc":"2.0","id":4,"method":"initialize","params":{"capabilities":{}}}
< {"jsonrpc":"2.0","id":4,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":true},"hoverProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"documentFormattingProvider":true,"foldingRangeProvider":true,"completionProvider":{"triggerCharacters":["."]},"renameProvider":{"prepareProvider":true},"codeActionProvider":{"codeActionKinds":["quickfix"]},"semanticTokensProvider":{"legend":{"tokenTypes":["keyword","namespace","class","property","enumMember","function","number","variable","parameter","type","type","decorator","decorator","number","string","comment","comment"],"tokenModifiers":["declaration"]},"full":true}},"serverInfo":{"name":"canasta","version":"1.0.0"}}}
> {"jsonrpc":"2.0","method":"initialized","params":{}}
# twice
> {"jsonrpc":"2.0","id":5,"method":"initialize","params":{"capabilities":5}}
< {"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"`initialize` has been there already"}}
# methods that there are not
> {"jsonrpc":"2.0","id":6,"method":"textDocument/codeLens","params":{}}
< {"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"there is no such request"}}
> {"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{}}
> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}
> {"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}
> {"jsonrpc":"2.0","id":7,"method":"$/whatever","params":{}}
< {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"there is no such request"}}
> {"jsonrpc":"2.0","id":8,"method":"textDocument/didOpen","params":{}}
< {"jsonrpc":"2.0","id":8,"error":{"code":-32601,"message":"there is no such request"}}
# parameters that are none
> {"jsonrpc":"2.0","id":9,"method":"textDocument/hover"}
< {"jsonrpc":"2.0","id":9,"result":null}
> {"jsonrpc":"2.0","id":10,"method":"textDocument/completion"}
< {"jsonrpc":"2.0","id":10,"result":[]}
> {"jsonrpc":"2.0","id":11,"method":"textDocument/definition"}
< {"jsonrpc":"2.0","id":11,"result":[]}
> {"jsonrpc":"2.0","id":12,"method":"textDocument/references"}
< {"jsonrpc":"2.0","id":12,"result":[]}
> {"jsonrpc":"2.0","id":13,"method":"textDocument/prepareRename"}
< {"jsonrpc":"2.0","id":13,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":14,"method":"textDocument/documentSymbol"}
< {"jsonrpc":"2.0","id":14,"result":[]}
> {"jsonrpc":"2.0","id":15,"method":"textDocument/formatting"}
< {"jsonrpc":"2.0","id":15,"result":null}
> {"jsonrpc":"2.0","id":16,"method":"textDocument/semanticTokens/full"}
< {"jsonrpc":"2.0","id":16,"result":{"data":[]}}
> {"jsonrpc":"2.0","id":17,"method":"textDocument/codeAction"}
< {"jsonrpc":"2.0","id":17,"result":[]}
> {"jsonrpc":"2.0","id":18,"method":"textDocument/foldingRange"}
< {"jsonrpc":"2.0","id":18,"result":[]}
> {"jsonrpc":"2.0","id":19,"method":"textDocument/documentHighlight"}
< {"jsonrpc":"2.0","id":19,"result":[]}
> {"jsonrpc":"2.0","method":"textDocument/didOpen"}
> {"jsonrpc":"2.0","method":"textDocument/didChange"}
> {"jsonrpc":"2.0","method":"textDocument/didClose"}
> {"jsonrpc":"2.0","method":"textDocument/didSave"}
> {"jsonrpc":"2.0","id":20,"method":"textDocument/hover","params":[]}
< {"jsonrpc":"2.0","id":20,"result":null}
> {"jsonrpc":"2.0","id":21,"method":"textDocument/codeAction","params":[]}
< {"jsonrpc":"2.0","id":21,"result":[]}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":[]}
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":[]}
> {"jsonrpc":"2.0","method":"textDocument/didClose","params":[]}
> {"jsonrpc":"2.0","method":"textDocument/didSave","params":[]}
> {"jsonrpc":"2.0","id":22,"method":"textDocument/hover","params":5}
< {"jsonrpc":"2.0","id":22,"result":null}
> {"jsonrpc":"2.0","id":23,"method":"textDocument/completion","params":5}
< {"jsonrpc":"2.0","id":23,"result":[]}
> {"jsonrpc":"2.0","id":24,"method":"textDocument/definition","params":5}
< {"jsonrpc":"2.0","id":24,"result":[]}
> {"jsonrpc":"2.0","id":25,"method":"textDocument/references","params":5}
< {"jsonrpc":"2.0","id":25,"result":[]}
> {"jsonrpc":"2.0","id":26,"method":"textDocument/prepareRename","params":5}
< {"jsonrpc":"2.0","id":26,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":27,"method":"textDocument/documentSymbol","params":5}
< {"jsonrpc":"2.0","id":27,"result":[]}
> {"jsonrpc":"2.0","id":28,"method":"textDocument/formatting","params":5}
< {"jsonrpc":"2.0","id":28,"result":null}
> {"jsonrpc":"2.0","id":29,"method":"textDocument/semanticTokens/full","params":5}
< {"jsonrpc":"2.0","id":29,"result":{"data":[]}}
> {"jsonrpc":"2.0","id":30,"method":"textDocument/codeAction","params":5}
< {"jsonrpc":"2.0","id":30,"result":[]}
> {"jsonrpc":"2.0","id":31,"method":"textDocument/foldingRange","params":5}
< {"jsonrpc":"2.0","id":31,"result":[]}
> {"jsonrpc":"2.0","id":32,"method":"textDocument/documentHighlight","params":5}
< {"jsonrpc":"2.0","id":32,"result":[]}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":5}
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":5}
> {"jsonrpc":"2.0","method":"textDocument/didClose","params":5}
> {"jsonrpc":"2.0","method":"textDocument/didSave","params":5}
> {"jsonrpc":"2.0","id":33,"method":"textDocument/hover","params":{}}
< {"jsonrpc":"2.0","id":33,"result":null}
> {"jsonrpc":"2.0","id":34,"method":"textDocument/codeAction","params":{}}
< {"jsonrpc":"2.0","id":34,"result":[]}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":{}}
> {"jsonrpc":"2.0","method":"textDocument/didClose","params":{}}
> {"jsonrpc":"2.0","method":"textDocument/didSave","params":{}}
> {"jsonrpc":"2.0","id":35,"method":"textDocument/hover","params":{"textDocument":5}}
< {"jsonrpc":"2.0","id":35,"result":null}
> {"jsonrpc":"2.0","id":36,"method":"textDocument/codeAction","params":{"textDocument":5}}
< {"jsonrpc":"2.0","id":36,"result":[]}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":5}}
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":5}}
> {"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":5}}
> {"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":5}}
> {"jsonrpc":"2.0","id":37,"method":"textDocument/hover","params":{"textDocument":{"uri":5}}}
< {"jsonrpc":"2.0","id":37,"result":null}
> {"jsonrpc":"2.0","id":38,"method":"textDocument/codeAction","params":{"textDocument":{"uri":5}}}
< {"jsonrpc":"2.0","id":38,"result":[]}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":5}}}
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":5}}}
> {"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":5}}}
> {"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":5}}}
> {"jsonrpc":"2.0","id":39,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":39,"result":null}
> {"jsonrpc":"2.0","id":40,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":40,"result":[]}
> {"jsonrpc":"2.0","id":41,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":41,"result":[]}
> {"jsonrpc":"2.0","id":42,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":42,"result":[]}
> {"jsonrpc":"2.0","id":43,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":43,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":44,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":44,"result":[]}
> {"jsonrpc":"2.0","id":45,"method":"textDocument/formatting","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":45,"result":null}
> {"jsonrpc":"2.0","id":46,"method":"textDocument/semanticTokens/full","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":46,"result":{"data":[]}}
> {"jsonrpc":"2.0","id":47,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":47,"result":[]}
> {"jsonrpc":"2.0","id":48,"method":"textDocument/foldingRange","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":48,"result":[]}
> {"jsonrpc":"2.0","id":49,"method":"textDocument/documentHighlight","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
< {"jsonrpc":"2.0","id":49,"result":[]}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
> {"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
> {"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///club/closed.canasta"},"position":{}}}
# positions out of range
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"language 1\nvariant ours extends classic { }\n"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[]}}
> {"jsonrpc":"2.0","id":50,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":-1,"character":-1}}}
< {"jsonrpc":"2.0","id":50,"result":null}
> {"jsonrpc":"2.0","id":51,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":-1,"character":-1}}}
< {"jsonrpc":"2.0","id":51,"result":[{"label":"language 1","kind":14,"sortText":"0000","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"language 1"}},{"label":"variant","kind":14,"sortText":"0001","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"variant"}},{"label":"fragment","kind":14,"sortText":"0002","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"fragment"}},"..."]}
> {"jsonrpc":"2.0","id":52,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":0,"character":-7}}}
< {"jsonrpc":"2.0","id":52,"result":null}
> {"jsonrpc":"2.0","id":53,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":0,"character":-7}}}
< {"jsonrpc":"2.0","id":53,"result":[{"label":"language 1","kind":14,"sortText":"0000","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"language 1"}},{"label":"variant","kind":14,"sortText":"0001","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"variant"}},{"label":"fragment","kind":14,"sortText":"0002","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"fragment"}},"..."]}
> {"jsonrpc":"2.0","id":54,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":0,"character":999999999}}}
< {"jsonrpc":"2.0","id":54,"result":null}
> {"jsonrpc":"2.0","id":55,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":0,"character":999999999}}}
< {"jsonrpc":"2.0","id":55,"result":[{"label":"language 1","kind":14,"sortText":"0000","textEdit":{"range":{"start":{"line":0,"character":9},"end":{"line":0,"character":10}},"newText":"language 1"}},{"label":"variant","kind":14,"sortText":"0001","textEdit":{"range":{"start":{"line":0,"character":9},"end":{"line":0,"character":10}},"newText":"variant"}},{"label":"fragment","kind":14,"sortText":"0002","textEdit":{"range":{"start":{"line":0,"character":9},"end":{"line":0,"character":10}},"newText":"fragment"}},"..."]}
> {"jsonrpc":"2.0","id":56,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":999999999,"character":0}}}
< {"jsonrpc":"2.0","id":56,"result":null}
> {"jsonrpc":"2.0","id":57,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":999999999,"character":0}}}
< {"jsonrpc":"2.0","id":57,"result":[{"label":"language 1","kind":14,"sortText":"0000","textEdit":{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}},"newText":"language 1"}},{"label":"variant","kind":14,"sortText":"0001","textEdit":{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}},"newText":"variant"}},{"label":"fragment","kind":14,"sortText":"0002","textEdit":{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}},"newText":"fragment"}},"..."]}
> {"jsonrpc":"2.0","id":58,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":9223372036854775807,"character":9223372036854775807}}}
< {"jsonrpc":"2.0","id":58,"result":null}
> {"jsonrpc":"2.0","id":59,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":9223372036854775807,"character":9223372036854775807}}}
< {"jsonrpc":"2.0","id":59,"result":[{"label":"language 1","kind":14,"sortText":"0000","textEdit":{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}},"newText":"language 1"}},{"label":"variant","kind":14,"sortText":"0001","textEdit":{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}},"newText":"variant"}},{"label":"fragment","kind":14,"sortText":"0002","textEdit":{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}},"newText":"fragment"}},"..."]}
> {"jsonrpc":"2.0","id":60,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":1,"character":2.5}}}
< {"jsonrpc":"2.0","id":60,"result":null}
> {"jsonrpc":"2.0","id":61,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":1,"character":2.5}}}
< {"jsonrpc":"2.0","id":61,"result":[{"label":"language 1","kind":14,"sortText":"0000","textEdit":{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"newText":"language 1"}},{"label":"variant","kind":14,"sortText":"0001","textEdit":{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"newText":"variant"}},{"label":"fragment","kind":14,"sortText":"0002","textEdit":{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"newText":"fragment"}},"..."]}
> {"jsonrpc":"2.0","id":62,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":"x","character":null}}}
< {"jsonrpc":"2.0","id":62,"result":null}
> {"jsonrpc":"2.0","id":63,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":"x","character":null}}}
< {"jsonrpc":"2.0","id":63,"result":[{"label":"language 1","kind":14,"sortText":"0000","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"language 1"}},{"label":"variant","kind":14,"sortText":"0001","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"variant"}},{"label":"fragment","kind":14,"sortText":"0002","textEdit":{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"fragment"}},"..."]}
# texts that are none
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"language 1\u0000\nvariant"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":10},"end":{"line":0,"character":10}},"severity":1,"code":"not-text","source":"canasta","message":"`/club/ours.canasta` has a control character here, or something that is not UTF-8\nsave it as plain text, in UTF-8"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"‮"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"code":"reordered-text","source":"canasta","message":"in `/club/ours.canasta` an invisible character here would change the order in which the line is read\ndelete it, or type the line anew"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":""}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"code":"file-says-nothing","source":"canasta","message":"`/club/ours.canasta` holds no variant, no fragment and no rulings"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"\"\"\""}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}},"severity":1,"code":"prose-not-closed","source":"canasta","message":"the text that begins here with `\"\"\"` never ends"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"severity":1,"code":"language-missing","source":"canasta","message":"a file begins with `language 1`\nin rules no colons follow names, no commas end lines and no quotes stand around names: `language 1` in the first line, `variant ours \"Ours\" extends theirs {` below, then rules such as `deal { hand 13 }`, and `}` at the end. `canasta new` writes one"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"}}}}}\n\""}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"severity":1,"code":"block-not-opened","source":"canasta","message":"`}` without a `{` before it"},{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":1}},"severity":1,"code":"text-not-closed","source":"canasta","message":"a text in quotes must end on the same line"},{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":1}},"severity":1,"code":"statement-start","source":"canasta","message":"no statement begins with `\"`"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"\r\r\n\n\r"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"code":"not-text","source":"canasta","message":"`/club/ours.canasta` has a control character here, or something that is not UTF-8\nsave it as plain text, in UTF-8"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:Untitled-1","languageId":"canasta","version":1,"text":"language 1 # x"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"untitled:Untitled-1","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"code":"file-says-nothing","source":"canasta","message":"`unsaved/untitled.Untitled-1` holds no variant, no fragment and no rulings"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"","languageId":"canasta","version":1,"text":"x"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"severity":1,"code":"language-missing","source":"canasta","message":"a file begins with `language 1`"},{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"severity":1,"code":"only-inside-blocks","source":"canasta","message":"`x` stands inside the braces of a `variant`, `fragment`, `source` or `rulings`\nrules stand in `variant ours \"Ours\" extends theirs { ... }`"}]}}
# changes that are none
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///club/ours.canasta","version":9},"contentChanges":[{"range":5,"text":"language 1\n"}]}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":9,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"code":"file-says-nothing","source":"canasta","message":"`/club/ours.canasta` holds no variant, no fragment and no rulings"}]}}
> {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///club/ours.canasta","version":9},"contentChanges":[{"range":{}}]}}
< {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":2,"message":"canasta: a change of the file is not understood, or makes it longer than a megabyte; open it again"}}
# it is closed now
> {"jsonrpc":"2.0","id":64,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":0,"character":0}}}
< {"jsonrpc":"2.0","id":64,"result":null}
# after the end
> {"jsonrpc":"2.0","id":65,"method":"shutdown"}
< {"jsonrpc":"2.0","id":65,"result":null}
> {"jsonrpc":"2.0","id":66,"method":"textDocument/hover","params":{}}
< {"jsonrpc":"2.0","id":66,"error":{"code":-32600,"message":"after `shutdown` there is only `exit`"}}
> {"jsonrpc":"2.0","id":67,"method":"shutdown"}
< {"jsonrpc":"2.0","id":67,"error":{"code":-32600,"message":"after `shutdown` there is only `exit`"}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"language 1"}}}
> {"jsonrpc":"2.0","method":"exit"}
> {"jsonrpc":"2.0","id":68,"method":"shutdown"}
exit 0
