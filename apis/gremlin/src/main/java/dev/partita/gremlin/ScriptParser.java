package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.GType;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.util.AndP;
import org.apache.tinkerpop.gremlin.process.traversal.util.OrP;
import org.jspecify.annotations.Nullable;

/**
 * Parser of Gremlin scripts in the dialect of the service: one traversal that begins with {@code
 * g}, with variables in the place of values. The result is bytecode only; no code of a script is
 * executed. Not for use by several threads.
 */
final class ScriptParser {

  private static final int DEPTH_MAX = 64;

  private final String script;
  private final List<Token> tokens;
  private final Map<String, Object> bindings;
  private int at;
  private int depth;
  private boolean profile;
  private boolean silent;

  private ScriptParser(String script, Map<String, Object> bindings) {
    this.script = script;
    this.tokens = Tokens.of(script);
    this.bindings = bindings;
  }

  /**
   * @throws DatabaseException BAD_REQUEST with line and column, if the script is not valid
   */
  static ParsedScript parse(String script, Map<String, Object> bindings) {
    return new ScriptParser(script, bindings).parse();
  }

  private ParsedScript parse() {
    Token first = next();
    if (first.kind() != Token.Kind.NAME || !first.text().equals("g")) {
      throw error(first, "A traversal begins with g");
    }
    Bytecode bytecode = new Bytecode();
    calls(bytecode, true);
    while (peek().is(';')) {
      at++;
    }
    if (peek().kind() != Token.Kind.END) {
      throw error(peek(), "Unexpected '" + peek().text() + "' after the traversal");
    }
    if (bytecode.getStepInstructions().isEmpty()) {
      throw error(peek(), "A traversal has steps, such as g.V()");
    }
    return new ParsedScript(bytecode, profile, silent);
  }

  // Traversals

  /** Parses the calls that follow, each after a dot. */
  private void calls(Bytecode bytecode, boolean outermost) {
    while (peek().is('.')) {
      at++;
      Token name = next();
      if (name.kind() != Token.Kind.NAME || !peek().is('(')) {
        throw error(name, "A step has a name and parentheses");
      }
      if (outermost && isEnd(name.text())) {
        skipArguments();
      } else {
        call(bytecode, name);
      }
    }
  }

  /**
   * Whether a call is one that starts a traversal in a program; here every traversal is executed.
   */
  private boolean isEnd(String name) {
    switch (name) {
      case "executionProfile" -> profile = true;
      case "iterate" -> silent = true;
      case "next", "toList", "toSet", "toBulkSet" -> {}
      default -> {
        return false;
      }
    }
    return true;
  }

  private void skipArguments() {
    Token open = next();
    if (!peek().is(')')) {
      throw error(open, "This has no arguments");
    }
    at++;
  }

  private void call(Bytecode bytecode, Token name) {
    String step = name.text();
    boolean source = Vocabulary.SOURCES.contains(step) && bytecode.getStepInstructions().isEmpty();
    if (!source && !Vocabulary.STEPS.contains(step) && !step.equals("store")) {
      throw error(
          name,
          "Unable to find any method '"
              + step
              + "'; did you mean '"
              + Vocabulary.nearest(step)
              + "'?");
    }
    List<@Nullable Object> arguments = arguments();
    if (source) {
      if (step.equals("withStrategies")) {
        arguments.replaceAll(
            each ->
                each instanceof Class<?> kind
                    ? Strategies.made(kind.getSimpleName(), Map.of())
                    : each);
      }
      bytecode.addSource(step, arguments.toArray());
      return;
    }
    Dialect.add(bytecode, step, arguments, this::modulators);
  }

  /** Parses the modulators that follow a step which becomes part of another. */
  private void modulators(Bytecode inner) {
    while (peek().is('.') && tokens.get(at + 1).text().equals("by")) {
      at++;
      call(inner, next());
    }
  }

  private List<@Nullable Object> arguments() {
    Token open = next();
    if (!open.is('(')) {
      throw error(open, "Expected '('");
    }
    List<@Nullable Object> arguments = new ArrayList<>();
    if (!peek().is(')')) {
      do {
        arguments.add(argument());
      } while (nextIs(','));
    }
    expect(')');
    return arguments;
  }

  private Bytecode anonymous(Token name) {
    Bytecode bytecode = new Bytecode();
    call(bytecode, name);
    calls(bytecode, false);
    return bytecode;
  }

  // Arguments

  private @Nullable Object argument() {
    if (++depth > DEPTH_MAX) {
      throw error(peek(), "The traversal is nested more deeply than " + DEPTH_MAX + " levels");
    }
    try {
      Token token = next();
      return switch (token.kind()) {
        case STRING, NUMBER -> token.value();
        case NAME -> name(token);
        case SIGN -> {
          if (token.is('[')) {
            yield listOrMap(']');
          }
          if (token.is('{')) {
            yield set();
          }
          throw error(token, "Unexpected '" + token.text() + "'");
        }
        case END -> throw error(token, "The traversal ends too early");
      };
    } finally {
      depth--;
    }
  }

  private @Nullable Object name(Token token) {
    String name = token.text();
    if (peek().is('(')) {
      return called(token);
    }
    if (peek().is('.') && !bindings.containsKey(name)) {
      return member(token);
    }
    switch (name) {
      case "true" -> {
        return true;
      }
      case "false" -> {
        return false;
      }
      case "null" -> {
        return null;
      }
      case "NaN" -> {
        return Double.NaN;
      }
      case "Infinity" -> {
        return Double.POSITIVE_INFINITY;
      }
      case "new" -> {
        return Strategies.made(next().text(), settings());
      }
      default -> {}
    }
    if (bindings.containsKey(name)) {
      return bindings.get(name);
    }
    if (Strategies.isKnown(name)) {
      return Strategies.named(name);
    }
    Object word = Vocabulary.word(name);
    if (word == null) {
      throw error(token, "Unresolved symbol '" + name + "': no variable has this name");
    }
    return word;
  }

  /** Parses a predicate, or an anonymous traversal. */
  private Object called(Token token) {
    String name = token.text();
    if (Vocabulary.PREDICATES.contains(name) || Vocabulary.TEXT_PREDICATES.contains(name)) {
      return joined(predicate(token, arguments()));
    }
    if (Strategies.isKnown(name)) {
      return Strategies.made(name, settings());
    }
    if (name.equals("not")) {
      int start = at;
      List<@Nullable Object> arguments = arguments();
      if (arguments.size() == 1 && arguments.getFirst() instanceof P<?> predicate) {
        return joined(predicate.negate());
      }
      at = start;
    }
    return anonymous(token);
  }

  /** Parses the member after the dot that follows the name of a type. */
  private @Nullable Object member(Token token) {
    String type = token.text();
    if (type.equals("VertexProperty")) {
      expect('.');
      return member(next());
    }
    if (type.equals("__") || type.equals("g")) {
      expect('.');
      return anonymous(next());
    }
    if (Strategies.isKnown(type)) {
      return strategy(type);
    }
    expect('.');
    Token member = next();
    if (type.equals("P") || type.equals("TextP")) {
      List<@Nullable Object> arguments = arguments();
      if (member.text().equals("not")
          && arguments.size() == 1
          && arguments.getFirst() instanceof P<?> negated) {
        return joined(negated.negate());
      }
      return joined(predicate(member, arguments));
    }
    Object constant =
        type.equals("WithOptions")
            ? Vocabulary.withOption(member.text())
            : Vocabulary.constant(type, member.text());
    if (constant == null) {
      throw error(token, "Unresolved symbol '" + type + "." + member.text() + "'");
    }
    if (peek().is('(')) {
      throw error(peek(), "'" + type + "." + member.text() + "' has no arguments");
    }
    return constant;
  }

  /** Parses the settings of a strategy: names, colons and values. */
  private Map<String, @Nullable Object> settings() {
    expect('(');
    Map<String, @Nullable Object> settings = new LinkedHashMap<>();
    if (!peek().is(')')) {
      do {
        Token name = next();
        if (name.kind() != Token.Kind.NAME) {
          throw error(name, "A setting of a strategy has a name and a colon");
        }
        expect(':');
        settings.put(name.text(), argument());
      } while (nextIs(','));
    }
    expect(')');
    return settings;
  }

  private Object strategy(String type) {
    Map<String, List<@Nullable Object>> settings = new LinkedHashMap<>();
    while (peek().is('.')) {
      at++;
      Token setter = next();
      List<@Nullable Object> arguments = arguments();
      if (!setter.text().equals("build") && !setter.text().equals("create")) {
        settings.put(setter.text(), arguments);
      }
    }
    return Strategies.built(type, settings);
  }

  private Object listOrMap(char end) {
    List<@Nullable Object> list = new ArrayList<>();
    if (peek().is(':')) {
      at++;
      expect(end);
      return new LinkedHashMap<>();
    }
    if (peek().is(end)) {
      at++;
      return list;
    }
    Object first = key();
    if (nextIs(':')) {
      Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
      map.put(first, argument());
      while (nextIs(',')) {
        Object key = key();
        expect(':');
        map.put(key, argument());
      }
      expect(end);
      return map;
    }
    list.add(first);
    while (nextIs(',')) {
      list.add(argument());
    }
    expect(end);
    return list;
  }

  /** Parses the key of a map: a word without quotes, or an expression in parentheses. */
  private @Nullable Object key() {
    Token token = peek();
    if (token.is('(')) {
      at++;
      Object key = argument();
      expect(')');
      return key;
    }
    if (token.kind() == Token.Kind.NAME && tokens.get(at + 1).is(':')) {
      at++;
      return token.text();
    }
    return argument();
  }

  private Object set() {
    LinkedHashSet<@Nullable Object> set = new LinkedHashSet<>();
    if (!peek().is('}')) {
      do {
        set.add(argument());
      } while (nextIs(','));
    }
    expect('}');
    return set;
  }

  // Predicates

  private P<?> predicate(Token name, List<@Nullable Object> arguments) {
    try {
      return Vocabulary.TEXT_PREDICATES.contains(name.text())
          ? text(name.text(), arguments)
          : plain(name.text(), arguments);
    } catch (IndexOutOfBoundsException
        | NoSuchElementException
        | ClassCastException
        | IllegalArgumentException e) {
      throw error(name, "The predicate '" + name.text() + "' has other arguments");
    }
  }

  private P<?> plain(String name, List<@Nullable Object> arguments) {
    Object first = arguments.isEmpty() ? null : arguments.getFirst();
    return switch (name) {
      case "eq" -> P.eq(arguments.getFirst());
      case "neq" -> P.neq(arguments.getFirst());
      case "gt" -> P.gt(arguments.getFirst());
      case "gte" -> P.gte(arguments.getFirst());
      case "lt" -> P.lt(arguments.getFirst());
      case "lte" -> P.lte(arguments.getFirst());
      case "inside" -> P.inside(first, arguments.get(1));
      case "outside" -> P.outside(first, arguments.get(1));
      case "between" -> P.between(first, arguments.get(1));
      case "within" -> P.within(several(arguments));
      case "without" -> P.without(several(arguments));
      case "typeOf" -> {
        if (first instanceof GType type) {
          yield P.typeOf(type);
        }
        yield P.typeOf((String) first);
      }
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static List<@Nullable Object> several(List<@Nullable Object> arguments) {
    return arguments.size() == 1 && arguments.getFirst() instanceof Collection<?> given
        ? new ArrayList<>(given)
        : arguments;
  }

  private static P<?> text(String name, List<@Nullable Object> arguments) {
    String text = (String) arguments.getFirst();
    return switch (name) {
      case "startingWith" -> TextP.startingWith(text);
      case "notStartingWith" -> TextP.notStartingWith(text);
      case "endingWith" -> TextP.endingWith(text);
      case "notEndingWith" -> TextP.notEndingWith(text);
      case "containing" -> TextP.containing(text);
      case "notContaining" -> TextP.notContaining(text);
      case "regex" -> TextP.regex(text);
      case "notRegex" -> TextP.notRegex(text);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Parses the conjunctions and disjunctions that follow a predicate. */
  private P<?> joined(P<?> first) {
    P<?> joined = first;
    while (peek().is('.')) {
      at++;
      Token operator = next();
      List<@Nullable Object> arguments = arguments();
      joined =
          switch (operator.text()) {
            case "negate" -> joined.negate();
            case "and" -> new AndP<>(List.of(raw(joined), raw(operand(operator, arguments))));
            case "or" -> new OrP<>(List.of(raw(joined), raw(operand(operator, arguments))));
            default -> throw error(operator, "Predicates are joined by and, or and negate");
          };
    }
    return joined;
  }

  @SuppressWarnings("unchecked") // The type of a predicate's value is unknown to the compiler.
  private static P<Object> raw(P<?> predicate) {
    return (P<Object>) predicate;
  }

  private P<?> operand(Token operator, List<@Nullable Object> arguments) {
    if (arguments.size() != 1 || !(arguments.getFirst() instanceof P<?> predicate)) {
      throw error(operator, "Predicates are joined with one other");
    }
    return predicate;
  }

  // Tokens

  private Token peek() {
    return tokens.get(at);
  }

  private Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.END) {
      at++;
    }
    return token;
  }

  private boolean nextIs(char sign) {
    if (peek().is(sign)) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char sign) {
    Token token = next();
    if (!token.is(sign)) {
      throw error(
          token,
          token.kind() == Token.Kind.END
              ? "The traversal ends where '" + sign + "' is missing"
              : "Expected '" + sign + "' and not '" + token.text() + "'");
    }
  }

  private DatabaseException error(Token token, String text) {
    return Tokens.error(script, token.offset(), text);
  }
}
