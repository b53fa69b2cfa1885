/*
 * The query language. Rules return the tree they stand for, so that no parse tree is kept beside it;
 * what the actions call lives in TreeBuilder. Every choice is made by looking at most three words
 * ahead, which is what keeps the time linear in the text.
 *
 * Precedence is that of the service and holds surprises: NOT binds tighter than any binary operator,
 * comparisons and shifts share one level, bit operators share one with plus and minus, and BETWEEN
 * stands beside AND and OR instead of below them: it needs parentheses to be combined.
 */
parser grammar SqlParser;

options { tokenVocab = SqlLexer; superClass = TreeBuilder; }

@header {
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.OffsetLimit;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import java.util.ArrayList;
import java.util.List;
}

statement returns [Query result]
    : query EOF { $result = $query.result; }
    ;

query returns [Query result]
    locals [From from, Expression where, List<Expression> groupBy, OrderBy orderBy, OffsetLimit offsetLimit]
    @init { $groupBy = List.of(); }
    : selectClause
      (f=fromClause { $from = $f.result; })?
      (WHERE w=scalar { $where = $w.result; })?
      (GROUP BY g=scalarList { $groupBy = $g.result; })?
      (o=orderByClause { $orderBy = $o.result; })?
      (l=offsetLimitClause { $offsetLimit = $l.result; })?
      { $result = new Query($selectClause.result, $from, $where, $groupBy, $orderBy, $offsetLimit, since($start)); }
    ;

selectClause returns [Select result]
    locals [boolean distinct, Select.Top top]
    : SELECT
      (DISTINCT { $distinct = true; })?
      (t=topClause { $top = $t.result; })?
      selection { $result = new Select($distinct, $top, $selection.result); }
    ;

topClause returns [Select.Top result]
    : TOP c=topCount { $result = new Select.Top($c.result, since($start)); }
    ;

topCount returns [Expression result]
    : n=(INTEGER | DOUBLE) { $result = number($n); }
    | p=PARAMETER { $result = parameter($p); }
    ;

selection returns [Select.Selection result]
    locals [List<Select.Column> columns]
    : STAR { $result = new Select.All(since($start)); }
    | VALUE v=scalar { $result = new Select.Value($v.result); }
    | { $columns = new ArrayList<>(); }
      a=column { $columns.add($a.result); } (COMMA b=column { $columns.add($b.result); })*
      { $result = new Select.Columns($columns); }
    ;

column returns [Select.Column result]
    locals [String alias]
    : s=scalar (AS? a=label { $alias = $a.result; })? { $result = new Select.Column($s.result, $alias); }
    ;

label returns [String result]
    : n=name { $result = $n.result; }
    | s=STRING { $result = unquoted($s); }
    ;

fromClause returns [From result]
    locals [List<From.Source> sources]
    @init { $sources = new ArrayList<>(); }
    : FROM a=source { $sources.add($a.result); } (JOIN b=source { $sources.add($b.result); })*
      { $result = new From($sources); }
    ;

source returns [From.Source result]
    locals [String alias]
    : n=name IN c=collection { $result = new From.Elements($n.result, $c.result, since($start)); }
    | n=name IN f=call { $result = elements($n.result, $f.result, $start); }
    | c=collection (AS? n=name { $alias = $n.result; })?
      { $result = new From.Whole($c.result, $alias, since($start)); }
    ;

collection returns [From.Collection result]
    locals [List<From.Step> steps]
    @init { $steps = new ArrayList<>(); }
    : n=name (s=step { $steps.add($s.result); })*
      { $result = new From.Path($n.result, $steps, since($start)); }
    | OPEN_PARENTHESIS q=query CLOSE_PARENTHESIS { $result = new From.Derived($q.result, since($start)); }
    ;

step returns [From.Step result]
    : DOT n=name { $result = new From.Named($n.result); }
    | OPEN_BRACKET s=STRING CLOSE_BRACKET { $result = new From.Quoted(unquoted($s)); }
    | OPEN_BRACKET i=INTEGER CLOSE_BRACKET { $result = new From.Numbered(integer($i)); }
    ;

orderByClause returns [OrderBy result]
    locals [List<OrderBy.Item> items]
    @init { $items = new ArrayList<>(); }
    : ORDER BY RANK c=call d=direction
      { $result = new OrderBy(true, List.of(new OrderBy.Item($c.result, $d.result)), since($start)); }
    | ORDER BY a=orderItem { $items.add($a.result); } (COMMA b=orderItem { $items.add($b.result); })*
      { $result = new OrderBy(false, $items, since($start)); }
    ;

orderItem returns [OrderBy.Item result]
    : s=scalar d=direction { $result = new OrderBy.Item($s.result, $d.result); }
    ;

direction returns [OrderBy.Direction result]
    : (ASC { $result = OrderBy.Direction.ASC; } | DESC { $result = OrderBy.Direction.DESC; })?
    ;

offsetLimitClause returns [OffsetLimit result]
    : OFFSET o=count LIMIT l=count { $result = new OffsetLimit($o.result, $l.result, since($start)); }
    ;

count returns [Expression result]
    : n=INTEGER { $result = number($n); }
    | p=PARAMETER { $result = parameter($p); }
    ;

scalarList returns [List<Expression> result]
    @init { $result = new ArrayList<>(); }
    : a=scalar { $result.add($a.result); } (COMMA b=scalar { $result.add($b.result); })*
    ;

scalar returns [Expression result]
    : c=coalesce { $result = $c.result; }
      (QUESTION t=scalar COLON f=scalar { $result = conditional($c.result, $t.result, $f.result); })?
    ;

coalesce returns [Expression result]
    : l=logical { $result = $l.result; }
      (COALESCE r=coalesce { $result = coalesce($l.result, $r.result); })?
    ;

/* The first operand is taken out of the alternatives: only what follows it tells them apart. */
logical returns [Expression result]
    locals [List<Expression> all, List<Expression> any]
    : r=relation
      ( n=NOT? BETWEEN low=relation AND high=relation
        { $result = between($r.result, $low.result, $high.result, $n); }
      | m=membership[$r.result] { $all = operands($m.result); }
        (AND a=operand { $all.add($a.result); })* { $any = operands(joined(LogicalOperator.AND, $all)); }
        (OR c=conjunction { $any.add($c.result); })* { $result = joined(LogicalOperator.OR, $any); }
      )
    ;

conjunction returns [Expression result]
    locals [List<Expression> all]
    : a=operand { $all = operands($a.result); }
      (AND b=operand { $all.add($b.result); })* { $result = joined(LogicalOperator.AND, $all); }
    ;

operand returns [Expression result]
    : r=relation m=membership[$r.result] { $result = $m.result; }
    ;

membership[Expression tested] returns [Expression result]
    locals [String escape]
    @init { $result = $tested; }
    : ( n=NOT? IN OPEN_PARENTHESIS l=scalarList CLOSE_PARENTHESIS { $result = in($tested, $l.result, $n); }
      | n=NOT? LIKE p=relation (ESCAPE e=STRING { $escape = unquoted($e); })?
        { $result = like($tested, $p.result, $escape, $n); }
      )?
    ;

relation returns [Expression result]
    : u=unary { $result = $u.result; }
    | l=relation o=(STAR | SLASH | PERCENT) r=relation { $result = binary($l.result, $o, $r.result); }
    | l=relation o=(BIT_OR | BIT_XOR | BIT_AND | PLUS | MINUS) r=relation
      { $result = binary($l.result, $o, $r.result); }
    | l=relation o=CONCATENATE r=relation { $result = binary($l.result, $o, $r.result); }
    | l=relation o=(EQUAL | NOT_EQUAL | LESS | LESS_OR_EQUAL | GREATER | GREATER_OR_EQUAL
        | SHIFT_LEFT | SHIFT_RIGHT | SHIFT_RIGHT_UNSIGNED) r=relation
      { $result = binary($l.result, $o, $r.result); }
    ;

unary returns [Expression result]
    : o=(MINUS | PLUS | BIT_NOT | NOT) u=unary { $result = unary($o, $u.result); }
    | p=postfix { $result = $p.result; }
    ;

postfix returns [Expression result]
    : p=primary { $result = $p.result; }
      ( DOT n=name { $result = member($result, $n.result); }
      | OPEN_BRACKET i=scalar CLOSE_BRACKET { $result = index($result, $i.result); }
      )*
    ;

primary returns [Expression result]
    : l=literal { $result = $l.result; }
    | p=PARAMETER { $result = parameter($p); }
    | c=call { $result = $c.result; }
    | n=name { $result = reference($start); }
    | OPEN_BRACKET CLOSE_BRACKET { $result = array(List.of(), $start); }
    | OPEN_BRACKET e=scalarList CLOSE_BRACKET { $result = array($e.result, $start); }
    | o=object { $result = $o.result; }
    | OPEN_PARENTHESIS s=scalar CLOSE_PARENTHESIS { $result = $s.result; }
    | OPEN_PARENTHESIS q=query CLOSE_PARENTHESIS { $result = subquery(Expression.Subquery.Kind.SCALAR, $q.result, $start); }
    | OPEN_PARENTHESIS LET v=IDENTIFIER EQUAL x=relation IN y=relation CLOSE_PARENTHESIS
      { $result = let($v.text, $x.result, $y.result, $start); }
    | EXISTS OPEN_PARENTHESIS q=query CLOSE_PARENTHESIS
      { $result = subquery(Expression.Subquery.Kind.EXISTS, $q.result, $start); }
    | ARRAY OPEN_PARENTHESIS q=query CLOSE_PARENTHESIS
      { $result = subquery(Expression.Subquery.Kind.ARRAY, $q.result, $start); }
    | f=IDENTIFIER OPEN_PARENTHESIS q=query CLOSE_PARENTHESIS
      { $result = subquery(quantifier($f, $q.start), $q.result, $start); }
    ;

literal returns [Expression result]
    : n=(INTEGER | DOUBLE) { $result = number($n); }
    | s=STRING { $result = string($s); }
    | c=(TRUE | FALSE | NULL | UNDEFINED) { $result = constant($c); }
    ;

object returns [Expression result]
    locals [List<Expression.Property> properties]
    @init { $properties = new ArrayList<>(); }
    : OPEN_BRACE
      (a=property { $properties.add($a.result); } (COMMA b=property { $properties.add($b.result); })*)?
      CLOSE_BRACE { $result = object($properties, $start); }
    ;

property returns [Expression.Property result]
    : a=label COLON s=scalar { $result = new Expression.Property($a.result, $s.result); }
    ;

/* A call of a function, which is also all that may follow ORDER BY RANK. */
call returns [Expression result]
    : UDF DOT n=name OPEN_PARENTHESIS a=arguments CLOSE_PARENTHESIS { $result = userCall($n.result, $a.result, $start); }
    | f=functionName OPEN_PARENTHESIS a=arguments CLOSE_PARENTHESIS { $result = call($f.text, $a.result, $start); }
    ;

arguments returns [List<Expression> result]
    @init { $result = List.of(); }
    : (l=scalarList { $result = $l.result; })?
    ;

functionName
    : IDENTIFIER | LET | RANK | LEFT | RIGHT
    ;

name returns [String result]
    : n=(IDENTIFIER | LET | RANK) { $result = $n.text; }
    ;
