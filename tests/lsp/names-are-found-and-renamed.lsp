# Where something is stated, where it is used, and what a new name changes.
> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}
< {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":true},"hoverProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"documentFormattingProvider":true,"foldingRangeProvider":true,"completionProvider":{"triggerCharacters":["."]},"renameProvider":{"prepareProvider":true},"codeActionProvider":{"codeActionKinds":["quickfix"]},"semanticTokensProvider":{"legend":{"tokenTypes":["keyword","namespace","class","property","enumMember","function","number","variable","parameter","type","type","decorator","decorator","number","string","comment","comment"],"tokenModifiers":["declaration"]},"full":true}},"serverInfo":{"name":"canasta","version":"1.0.0"}}}
> {"jsonrpc":"2.0","method":"initialized","params":{}}
> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///club/ours.canasta","languageId":"canasta","version":1,"text":"language 1\n\nsource HOUSE { title \"The sheet on the wall\" }\n\nvariant ours \"The Tuesday club\" extends \"theirs.canasta\" {\n    deal { hand 15 @HOUSE-3 }\n    canasta sevens { bonus 1000 house }\n    add class pure \"Pure melds\" when wilds = 0\n    add define rich \"A rich side\" { when side melded points >= 500 }\n    pile { remove freeze unopened }\n    going_out {\n        canastas  2 house\n        contract  when side melds of pure >= 1 and rich\n    }\n    option longer \"Sixteen cards\" { deal { hand 16 } }\n    choice tie \"If totals are equal\" {\n        again \"Another deal\" { game { tie another_deal } }\n        share \"They share\" { game { tie shared } }\n    }\n    with longer, tie=share\n}\n\nvariant other \"Others, with a class of that name\" extends classic {\n    add class pure \"Also pure\" when wilds = 0\n    going_out { contract when side melds of pure >= 2 }\n}\n\nrulings for ours {\n    ruling \"One canasta is not enough\" {\n        with    longer\n        hand    K 5\n        melds   us 7 7 7 7 7 7 7, K K K\n        do      draw K\n        refuse  add K K, discard 5 because going_out.canastas\n        expect  side melds of pure = 2\n    }\n}\n"}}}
< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///club/ours.canasta","version":1,"diagnostics":[]}}
# a setting: what it is in the parent
> {"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":12}}}
< {"jsonrpc":"2.0","id":2,"result":{"contents":{"kind":"plaintext","value":"Cards dealt to each player.\n\n`hand` is followed by a number from 1 to 30.\n\nHolds: 16 (option longer, ours.canasta:15)\n\nBefore: 15 (ours.canasta:6)"},"range":{"start":{"line":5,"character":11},"end":{"line":5,"character":15}}}}
> {"jsonrpc":"2.0","id":3,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":12}}}
< {"jsonrpc":"2.0","id":3,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":14,"character":43},"end":{"line":14,"character":47}}}]}
> {"jsonrpc":"2.0","id":4,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":12},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":4,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":5,"character":11},"end":{"line":5,"character":15}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":14,"character":43},"end":{"line":14,"character":47}}}]}
# a setting in an option: what the option replaces
> {"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":14,"character":44}}}
< {"jsonrpc":"2.0","id":5,"result":{"contents":{"kind":"plaintext","value":"Cards dealt to each player.\n\n`hand` is followed by a number from 1 to 30.\n\nHolds: 16 (option longer, ours.canasta:15)\n\nBefore: 15 (ours.canasta:6)"},"range":{"start":{"line":14,"character":43},"end":{"line":14,"character":47}}}}
> {"jsonrpc":"2.0","id":6,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":14,"character":44}}}
< {"jsonrpc":"2.0","id":6,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":5,"character":11},"end":{"line":5,"character":15}}}]}
> {"jsonrpc":"2.0","id":7,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":14,"character":44},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":7,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":5,"character":11},"end":{"line":5,"character":15}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":14,"character":43},"end":{"line":14,"character":47}}}]}
# a path
> {"jsonrpc":"2.0","id":8,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":33,"character":44}}}
< {"jsonrpc":"2.0","id":8,"result":{"contents":{"kind":"plaintext","value":"Going out"},"range":{"start":{"line":33,"character":43},"end":{"line":33,"character":52}}}}
> {"jsonrpc":"2.0","id":9,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":33,"character":44}}}
< {"jsonrpc":"2.0","id":9,"result":[]}
> {"jsonrpc":"2.0","id":10,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":33,"character":44},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":10,"result":[]}
> {"jsonrpc":"2.0","id":11,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":33,"character":55}}}
< {"jsonrpc":"2.0","id":11,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":11,"character":8},"end":{"line":11,"character":16}}}]}
# an item of the parent
> {"jsonrpc":"2.0","id":12,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":6,"character":13}}}
< {"jsonrpc":"2.0","id":12,"result":{"contents":{"kind":"plaintext","value":"canasta sevens: A canasta of sevens\n\nStated in theirs.canasta:6"},"range":{"start":{"line":6,"character":12},"end":{"line":6,"character":18}}}}
> {"jsonrpc":"2.0","id":13,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":6,"character":13}}}
< {"jsonrpc":"2.0","id":13,"result":[{"uri":"file:///club/theirs.canasta","range":{"start":{"line":5,"character":16},"end":{"line":5,"character":44}}}]}
> {"jsonrpc":"2.0","id":14,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":6,"character":13},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":14,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":6,"character":12},"end":{"line":6,"character":18}}},{"uri":"file:///club/theirs.canasta","range":{"start":{"line":5,"character":16},"end":{"line":5,"character":22}}}]}
# an item that is taken away
> {"jsonrpc":"2.0","id":15,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":9,"character":26}}}
< {"jsonrpc":"2.0","id":15,"result":[{"uri":"file:///shipped/stdlib/classic_rules.canasta","range":{"start":{"line":74,"character":15},"end":{"line":74,"character":49}}}]}
# a class of this variant, and not the one of the other
> {"jsonrpc":"2.0","id":16,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":12,"character":38}}}
< {"jsonrpc":"2.0","id":16,"result":{"contents":{"kind":"plaintext","value":"class pure: Pure melds\n\nStated in ours.canasta:8"},"range":{"start":{"line":12,"character":37},"end":{"line":12,"character":41}}}}
> {"jsonrpc":"2.0","id":17,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":12,"character":38}}}
< {"jsonrpc":"2.0","id":17,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":7,"character":14},"end":{"line":7,"character":31}}}]}
> {"jsonrpc":"2.0","id":18,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":12,"character":38},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":18,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":7,"character":14},"end":{"line":7,"character":18}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":12,"character":37},"end":{"line":12,"character":41}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":34,"character":30},"end":{"line":34,"character":34}}}]}
> {"jsonrpc":"2.0","id":19,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":24,"character":45}}}
< {"jsonrpc":"2.0","id":19,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":23,"character":14},"end":{"line":23,"character":18}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":24,"character":44},"end":{"line":24,"character":48}}}]}
# a term
> {"jsonrpc":"2.0","id":20,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":12,"character":52}}}
< {"jsonrpc":"2.0","id":20,"result":{"contents":{"kind":"plaintext","value":"define rich: A rich side\n\nStated in ours.canasta:9"},"range":{"start":{"line":12,"character":51},"end":{"line":12,"character":55}}}}
> {"jsonrpc":"2.0","id":21,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":12,"character":52}}}
< {"jsonrpc":"2.0","id":21,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":8,"character":15},"end":{"line":8,"character":33}}}]}
> {"jsonrpc":"2.0","id":22,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":12,"character":52},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":22,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":8,"character":15},"end":{"line":8,"character":19}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":12,"character":51},"end":{"line":12,"character":55}}}]}
# an option; an alternative
> {"jsonrpc":"2.0","id":23,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":19,"character":10}}}
< {"jsonrpc":"2.0","id":23,"result":{"contents":{"kind":"plaintext","value":"Sixteen cards"},"range":{"start":{"line":19,"character":9},"end":{"line":19,"character":15}}}}
> {"jsonrpc":"2.0","id":24,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":19,"character":10}}}
< {"jsonrpc":"2.0","id":24,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":14,"character":11},"end":{"line":14,"character":17}}}]}
> {"jsonrpc":"2.0","id":25,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":19,"character":10},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":25,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":14,"character":11},"end":{"line":14,"character":17}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":19,"character":9},"end":{"line":19,"character":15}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":29,"character":16},"end":{"line":29,"character":22}}}]}
> {"jsonrpc":"2.0","id":26,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":19,"character":22}}}
< {"jsonrpc":"2.0","id":26,"result":{"contents":{"kind":"plaintext","value":"They share"},"range":{"start":{"line":19,"character":21},"end":{"line":19,"character":26}}}}
> {"jsonrpc":"2.0","id":27,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":19,"character":22}}}
< {"jsonrpc":"2.0","id":27,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":17,"character":8},"end":{"line":17,"character":13}}}]}
> {"jsonrpc":"2.0","id":28,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":19,"character":22},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":28,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":17,"character":8},"end":{"line":17,"character":13}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":19,"character":21},"end":{"line":19,"character":26}}}]}
# a source, and what cites it
> {"jsonrpc":"2.0","id":29,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":21}}}
< {"jsonrpc":"2.0","id":29,"result":null}
> {"jsonrpc":"2.0","id":30,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":21}}}
< {"jsonrpc":"2.0","id":30,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":2,"character":7},"end":{"line":2,"character":12}}}]}
> {"jsonrpc":"2.0","id":31,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":21},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":31,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":2,"character":7},"end":{"line":2,"character":12}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":5,"character":20},"end":{"line":5,"character":25}}}]}
# a variant of this file, one that is shipped, one in a file
> {"jsonrpc":"2.0","id":32,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":27,"character":13}}}
< {"jsonrpc":"2.0","id":32,"result":null}
> {"jsonrpc":"2.0","id":33,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":27,"character":13}}}
< {"jsonrpc":"2.0","id":33,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":4,"character":8},"end":{"line":4,"character":12}}}]}
> {"jsonrpc":"2.0","id":34,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":27,"character":13},"context":{"includeDeclaration":true}}}
< {"jsonrpc":"2.0","id":34,"result":[{"uri":"file:///club/ours.canasta","range":{"start":{"line":4,"character":8},"end":{"line":4,"character":12}}},{"uri":"file:///club/ours.canasta","range":{"start":{"line":27,"character":12},"end":{"line":27,"character":16}}}]}
> {"jsonrpc":"2.0","id":35,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":22,"character":59}}}
< {"jsonrpc":"2.0","id":35,"result":[{"uri":"file:///shipped/stdlib/classic.canasta","range":{"start":{"line":10,"character":8},"end":{"line":10,"character":15}}}]}
> {"jsonrpc":"2.0","id":36,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":4,"character":42}}}
< {"jsonrpc":"2.0","id":36,"result":[{"uri":"file:///club/theirs.canasta","range":{"start":{"line":2,"character":8},"end":{"line":2,"character":14}}}]}
# a question, a section
> {"jsonrpc":"2.0","id":37,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":47}}}
< {"jsonrpc":"2.0","id":37,"result":{"contents":{"kind":"plaintext","value":"What the cards in the side's melds count."},"range":{"start":{"line":8,"character":46},"end":{"line":8,"character":52}}}}
> {"jsonrpc":"2.0","id":38,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":10,"character":5}}}
< {"jsonrpc":"2.0","id":38,"result":{"contents":{"kind":"plaintext","value":"Going out"},"range":{"start":{"line":10,"character":4},"end":{"line":10,"character":13}}}}
# nothing: a number, a remark, beyond the text
> {"jsonrpc":"2.0","id":39,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":64}}}
< {"jsonrpc":"2.0","id":39,"result":null}
> {"jsonrpc":"2.0","id":40,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":64}}}
< {"jsonrpc":"2.0","id":40,"result":[]}
> {"jsonrpc":"2.0","id":41,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":64}}}
< {"jsonrpc":"2.0","id":41,"result":[]}
> {"jsonrpc":"2.0","id":42,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":64}}}
< {"jsonrpc":"2.0","id":42,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":43,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":900,"character":3}}}
< {"jsonrpc":"2.0","id":43,"result":null}
> {"jsonrpc":"2.0","id":44,"method":"textDocument/definition","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":900,"character":3}}}
< {"jsonrpc":"2.0","id":44,"result":[]}
> {"jsonrpc":"2.0","id":45,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":900,"character":3}}}
< {"jsonrpc":"2.0","id":45,"result":[]}
> {"jsonrpc":"2.0","id":46,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":900,"character":3}}}
< {"jsonrpc":"2.0","id":46,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
# new names
> {"jsonrpc":"2.0","id":47,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15}}}
< {"jsonrpc":"2.0","id":47,"result":{"range":{"start":{"line":7,"character":14},"end":{"line":7,"character":18}},"placeholder":"pure"}}
> {"jsonrpc":"2.0","id":48,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15},"newName":"clean"}}
< {"jsonrpc":"2.0","id":48,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":7,"character":14},"end":{"line":7,"character":18}},"newText":"clean"},{"range":{"start":{"line":12,"character":37},"end":{"line":12,"character":41}},"newText":"clean"},{"range":{"start":{"line":34,"character":30},"end":{"line":34,"character":34}},"newText":"clean"}]}}}
> {"jsonrpc":"2.0","id":49,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":17,"character":9}}}
< {"jsonrpc":"2.0","id":49,"result":{"range":{"start":{"line":17,"character":8},"end":{"line":17,"character":13}},"placeholder":"share"}}
> {"jsonrpc":"2.0","id":50,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":17,"character":9},"newName":"split"}}
< {"jsonrpc":"2.0","id":50,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":17,"character":8},"end":{"line":17,"character":13}},"newText":"split"},{"range":{"start":{"line":19,"character":21},"end":{"line":19,"character":26}},"newText":"split"}]}}}
> {"jsonrpc":"2.0","id":51,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":14,"character":12}}}
< {"jsonrpc":"2.0","id":51,"result":{"range":{"start":{"line":14,"character":11},"end":{"line":14,"character":17}},"placeholder":"longer"}}
> {"jsonrpc":"2.0","id":52,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":14,"character":12},"newName":"long_hands"}}
< {"jsonrpc":"2.0","id":52,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":14,"character":11},"end":{"line":14,"character":17}},"newText":"long_hands"},{"range":{"start":{"line":19,"character":9},"end":{"line":19,"character":15}},"newText":"long_hands"},{"range":{"start":{"line":29,"character":16},"end":{"line":29,"character":22}},"newText":"long_hands"}]}}}
> {"jsonrpc":"2.0","id":53,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":2,"character":8}}}
< {"jsonrpc":"2.0","id":53,"result":{"range":{"start":{"line":2,"character":7},"end":{"line":2,"character":12}},"placeholder":"HOUSE"}}
> {"jsonrpc":"2.0","id":54,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":2,"character":8},"newName":"WALL"}}
< {"jsonrpc":"2.0","id":54,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":2,"character":7},"end":{"line":2,"character":12}},"newText":"WALL"},{"range":{"start":{"line":5,"character":20},"end":{"line":5,"character":25}},"newText":"WALL"}]}}}
> {"jsonrpc":"2.0","id":55,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":4,"character":9}}}
< {"jsonrpc":"2.0","id":55,"result":{"range":{"start":{"line":4,"character":8},"end":{"line":4,"character":12}},"placeholder":"ours"}}
> {"jsonrpc":"2.0","id":56,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":4,"character":9},"newName":"tuesday"}}
< {"jsonrpc":"2.0","id":56,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":4,"character":8},"end":{"line":4,"character":12}},"newText":"tuesday"},{"range":{"start":{"line":27,"character":12},"end":{"line":27,"character":16}},"newText":"tuesday"}]}}}
> {"jsonrpc":"2.0","id":57,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":16}}}
< {"jsonrpc":"2.0","id":57,"result":{"range":{"start":{"line":8,"character":15},"end":{"line":8,"character":19}},"placeholder":"rich"}}
> {"jsonrpc":"2.0","id":58,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":16},"newName":"wealthy"}}
< {"jsonrpc":"2.0","id":58,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":8,"character":15},"end":{"line":8,"character":19}},"newText":"wealthy"},{"range":{"start":{"line":12,"character":51},"end":{"line":12,"character":55}},"newText":"wealthy"}]}}}
> {"jsonrpc":"2.0","id":59,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":6,"character":13}}}
< {"jsonrpc":"2.0","id":59,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":60,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":6,"character":13},"newName":"s7"}}
< {"jsonrpc":"2.0","id":60,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":61,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":12}}}
< {"jsonrpc":"2.0","id":61,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":62,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":5,"character":12},"newName":"cards"}}
< {"jsonrpc":"2.0","id":62,"error":{"code":-32803,"message":"only what this file states itself can be renamed: a variant, an item, an option, a source"}}
> {"jsonrpc":"2.0","id":63,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15}}}
< {"jsonrpc":"2.0","id":63,"result":{"range":{"start":{"line":7,"character":14},"end":{"line":7,"character":18}},"placeholder":"pure"}}
> {"jsonrpc":"2.0","id":64,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15},"newName":"two words"}}
< {"jsonrpc":"2.0","id":64,"error":{"code":-32803,"message":"a name is one word of letters, digits and _ that the language does not have"}}
> {"jsonrpc":"2.0","id":65,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15}}}
< {"jsonrpc":"2.0","id":65,"result":{"range":{"start":{"line":7,"character":14},"end":{"line":7,"character":18}},"placeholder":"pure"}}
> {"jsonrpc":"2.0","id":66,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15},"newName":"when"}}
< {"jsonrpc":"2.0","id":66,"error":{"code":-32803,"message":"a name is one word of letters, digits and _ that the language does not have"}}
> {"jsonrpc":"2.0","id":67,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15}}}
< {"jsonrpc":"2.0","id":67,"result":{"range":{"start":{"line":7,"character":14},"end":{"line":7,"character":18}},"placeholder":"pure"}}
> {"jsonrpc":"2.0","id":68,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":7,"character":15},"newName":"pure"}}
< {"jsonrpc":"2.0","id":68,"result":{"changes":{"file:///club/ours.canasta":[{"range":{"start":{"line":7,"character":14},"end":{"line":7,"character":18}},"newText":"pure"},{"range":{"start":{"line":12,"character":37},"end":{"line":12,"character":41}},"newText":"pure"},{"range":{"start":{"line":34,"character":30},"end":{"line":34,"character":34}},"newText":"pure"}]}}}
> {"jsonrpc":"2.0","id":69,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":16}}}
< {"jsonrpc":"2.0","id":69,"result":{"range":{"start":{"line":8,"character":15},"end":{"line":8,"character":19}},"placeholder":"rich"}}
> {"jsonrpc":"2.0","id":70,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":8,"character":16},"newName":"concealed"}}
< {"jsonrpc":"2.0","id":70,"error":{"code":-32803,"message":"another one is called so already"}}
> {"jsonrpc":"2.0","id":71,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":17,"character":9}}}
< {"jsonrpc":"2.0","id":71,"result":{"range":{"start":{"line":17,"character":8},"end":{"line":17,"character":13}},"placeholder":"share"}}
> {"jsonrpc":"2.0","id":72,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":17,"character":9},"newName":"again"}}
< {"jsonrpc":"2.0","id":72,"error":{"code":-32803,"message":"another one is called so already"}}
> {"jsonrpc":"2.0","id":73,"method":"textDocument/prepareRename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":4,"character":9}}}
< {"jsonrpc":"2.0","id":73,"result":{"range":{"start":{"line":4,"character":8},"end":{"line":4,"character":12}},"placeholder":"ours"}}
> {"jsonrpc":"2.0","id":74,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///club/ours.canasta"},"position":{"line":4,"character":9},"newName":"other"}}
< {"jsonrpc":"2.0","id":74,"error":{"code":-32803,"message":"another one is called so already"}}
> {"jsonrpc":"2.0","id":75,"method":"shutdown"}
< {"jsonrpc":"2.0","id":75,"result":null}
> {"jsonrpc":"2.0","method":"exit"}
exit 0
