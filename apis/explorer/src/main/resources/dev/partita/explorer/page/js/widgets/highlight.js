/** Syntax highlighting: splits text into tokens, `[class, text]`. */

const WORDS = `select from where order by group having top distinct value as in not and or between like escape join is
 null undefined true false asc desc offset limit exists array rank udf`.trim().split(/\s+/);

export const SQL_WORDS = WORDS.map((word) => word.toUpperCase());

export const SQL_FUNCTIONS = `ABS ACOS ARRAY_AVG ARRAY_CONCAT ARRAY_CONTAINS ARRAY_CONTAINS_ALL ARRAY_CONTAINS_ANY
 ARRAY_LENGTH ARRAY_SLICE ASIN ATAN ATN2 AVG CEILING CHOOSE CONCAT CONTAINS COS COT COUNT COUNTIF DATETIMEADD DATETIMEBIN
 DATETIMEDIFF DATETIMEPART DEGREES DOCUMENTID ENDSWITH EXP FLOOR FULLTEXTCONTAINS FULLTEXTCONTAINSALL
 FULLTEXTCONTAINSANY FULLTEXTSCORE GETCURRENTDATETIME GETCURRENTTICKS GETCURRENTTIMESTAMP IIF INDEX_OF INTADD INTBITAND
 IS_ARRAY IS_BOOL IS_DEFINED IS_FINITE_NUMBER IS_INTEGER IS_NULL IS_NUMBER IS_OBJECT IS_PRIMITIVE IS_STRING LAST LEFT
 LENGTH LOG LOG10 LOWER LTRIM MAX MIN NUMBERBIN OBJECTTOARRAY PI POWER RADIANS RAND REGEXMATCH REPLACE REPLICATE REVERSE
 RIGHT ROUND RRF RTRIM SETDIFFERENCE SETEQUAL SETINTERSECT SETUNION SIGN SIN SQRT SQUARE ST_AREA ST_DISTANCE
 ST_INTERSECTS ST_ISVALID ST_WITHIN STARTSWITH STRINGEQUALS STRINGJOIN STRINGSPLIT STRINGTOARRAY STRINGTOBOOLEAN
 STRINGTONULL STRINGTONUMBER STRINGTOOBJECT SUBSTRING SUM TAN TOSTRING TRIM TRUNC UPPER VECTORDISTANCE`.trim().split(/\s+/);

const FUNCTION_SET = new Set(SQL_FUNCTIONS);
const WORD_SET = new Set(SQL_WORDS);
const SCRIPT_SET = new Set(`async await break case catch class const continue do else false finally for function if in
 instanceof let new null of return switch this throw true try typeof undefined var while`.trim().split(/\s+/));

const JSON_PIECES = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
const SQL_PIECES = /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?)|(\b\d[\d.eE]*)|(@\w+)|([A-Za-z_]\w*)/g;
const SCRIPT_PIECES = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\.)*`?)|(\b\d[\d.eE]*)|([A-Za-z_$][\w$]*)/g;

function* cut(text, pattern, kindOf) {
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) {
      yield ['', text.slice(end, match.index)];
    }
    yield* kindOf(match);
    end = match.index + match[0].length;
  }
  if (end < text.length) {
    yield ['', text.slice(end)];
  }
}

export const LANGUAGES = {
  json: (text) => cut(text, JSON_PIECES, ([whole, string, colon, digits]) => {
    if (string !== undefined) {
      return colon === undefined ? [['c-string', string]] : [['c-key', string], ['', colon]];
    }
    return [[digits === undefined ? 'c-word' : 'c-number', whole]];
  }),
  sql: (text) => cut(text, SQL_PIECES, ([whole, comment, string, digits, parameter, word]) => {
    if (word !== undefined) {
      const upper = word.toUpperCase();
      return [[WORD_SET.has(upper) ? 'c-word' : FUNCTION_SET.has(upper) ? 'c-function' : '', whole]];
    }
    return [[comment ? 'c-comment' : string ? 'c-string' : digits ? 'c-number' : parameter ? 'c-key' : '', whole]];
  }),
  script: (text) => cut(text, SCRIPT_PIECES, ([whole, comment, string, digits, word]) => {
    if (word !== undefined) {
      return [[SCRIPT_SET.has(word) ? 'c-word' : '', whole]];
    }
    return [[comment ? 'c-comment' : string ? 'c-string' : digits ? 'c-number' : '', whole]];
  }),
};

/** Tokens as nodes; long texts are not highlighted, because that would take too long. */
export function coloured(text, language, longest = 60_000) {
  const fragment = document.createDocumentFragment();
  if (text.length > longest) {
    fragment.append(text);
    return fragment;
  }
  for (const [kind, piece] of LANGUAGES[language](text)) {
    if (kind === '') {
      fragment.append(piece);
    } else {
      const span = document.createElement('span');
      span.className = kind;
      span.textContent = piece;
      fragment.append(span);
    }
  }
  return fragment;
}
