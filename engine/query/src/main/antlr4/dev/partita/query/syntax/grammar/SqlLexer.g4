/*
 * The words of the query language. Keywords are read in any case; names, strings and parameters keep
 * theirs. What is no word at all becomes an UNTERMINATED or UNKNOWN token, which no rule of the parser
 * accepts, so that the first mistake in the text is the one that is reported.
 */
lexer grammar SqlLexer;

options { caseInsensitive = true; }

AND: 'AND';
ARRAY: 'ARRAY';
AS: 'AS';
ASC: 'ASC';
BETWEEN: 'BETWEEN';
BY: 'BY';
CASE: 'CASE';
CAST: 'CAST';
CONVERT: 'CONVERT';
CROSS: 'CROSS';
DESC: 'DESC';
DISTINCT: 'DISTINCT';
ELSE: 'ELSE';
END: 'END';
ESCAPE: 'ESCAPE';
EXISTS: 'EXISTS';
FALSE: 'FALSE';
FOR: 'FOR';
FROM: 'FROM';
GROUP: 'GROUP';
HAVING: 'HAVING';
IN: 'IN';
INNER: 'INNER';
INSERT: 'INSERT';
INTO: 'INTO';
IS: 'IS';
JOIN: 'JOIN';
LEFT: 'LEFT';
LET: 'LET';
LIKE: 'LIKE';
LIMIT: 'LIMIT';
NOT: 'NOT';
NULL: 'NULL';
OFFSET: 'OFFSET';
ON: 'ON';
OR: 'OR';
ORDER: 'ORDER';
OUTER: 'OUTER';
OVER: 'OVER';
RANK: 'RANK';
RIGHT: 'RIGHT';
SELECT: 'SELECT';
SET: 'SET';
THEN: 'THEN';
TOP: 'TOP';
TRUE: 'TRUE';
UDF: 'UDF';
UNDEFINED: 'UNDEFINED';
UPDATE: 'UPDATE';
VALUE: 'VALUE';
WHEN: 'WHEN';
WHERE: 'WHERE';
WITH: 'WITH';

IDENTIFIER: [A-Z_] [A-Z0-9_]*;
PARAMETER: '@' [A-Z_] [A-Z0-9_]*;

DOUBLE: INTEGRAL ('.' [0-9]+ EXPONENT? | EXPONENT);
INTEGER: INTEGRAL;
fragment INTEGRAL: '0' | [1-9] [0-9]*;
fragment EXPONENT: 'E' [+\-]? [0-9]+;

STRING options { caseInsensitive = false; }:
    '\'' (~['\\] | ESCAPED)* '\''
    | '"' (~["\\] | ESCAPED)* '"'
    ;
fragment ESCAPED options { caseInsensitive = false; }:
    '\\' (['"\\/bfnrt] | 'u' HEX HEX HEX HEX)
    ;
fragment HEX: [0-9A-F];

COALESCE: '??';
QUESTION: '?';
COLON: ':';
COMMA: ',';
DOT: '.';
OPEN_PARENTHESIS: '(';
CLOSE_PARENTHESIS: ')';
OPEN_BRACKET: '[';
CLOSE_BRACKET: ']';
OPEN_BRACE: '{';
CLOSE_BRACE: '}';
EQUAL: '=';
NOT_EQUAL: '!=' | '<>';
LESS: '<';
LESS_OR_EQUAL: '<=';
GREATER: '>';
GREATER_OR_EQUAL: '>=';
SHIFT_LEFT: '<<';
SHIFT_RIGHT: '>>';
SHIFT_RIGHT_UNSIGNED: '>>>';
CONCATENATE: '||';
BIT_OR: '|';
BIT_XOR: '^';
BIT_AND: '&';
BIT_NOT: '~';
PLUS: '+';
MINUS: '-';
STAR: '*';
SLASH: '/';
PERCENT: '%';

WHITE_SPACE: [\p{White_Space}\uFEFF]+ -> skip;
LINE_COMMENT: '--' ~[\r\n]* -> skip;
BLOCK_COMMENT: '/*' .*? '*/' -> skip;

UNTERMINATED options { caseInsensitive = false; }:
    '\'' (~['\\] | ESCAPED)*
    | '"' (~["\\] | ESCAPED)*
    ;
UNKNOWN: .;
