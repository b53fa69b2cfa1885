package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.SourceSection;

/**
 * Compiler of the function bodies that users write. A body is usually one function, named or
 * anonymous, classic or arrow; it may be in the form of a method, without the keyword; or a named
 * function with helper functions after it, of which the first is called. Pure functions over the
 * sandbox.
 */
final class Compiler {

  private static final Pattern NAMED =
      Pattern.compile("\\s*(?:async\\s+)?function\\s*\\*?\\s*([\\p{L}_$][\\p{L}\\p{N}_$]*)");
  private static final Pattern METHOD =
      Pattern.compile("\\s*(?!function\\b)[\\p{L}_$][\\p{L}\\p{N}_$]*\\s*\\([^()]*\\)\\s*\\{");
  private static final String OPENING = "(";
  private static final String METHOD_OPENING = "(function ";

  private Compiler() {}

  static Script compile(Context context, String name, String body) {
    String function = withoutEnd(body);
    String opening = METHOD.matcher(body).lookingAt() ? METHOD_OPENING : OPENING;
    try {
      return parsed(context, name, body, opening + function + "\n)");
    } catch (PolyglotException e) {
      requireSyntaxError(e);
      Matcher named = NAMED.matcher(body);
      if (!named.lookingAt()) {
        throw refusal(name, e, opening.length());
      }
      try {
        return parsed(context, name, body, body + "\n;" + named.group(1));
      } catch (PolyglotException second) {
        requireSyntaxError(second);
        throw refusal(name, second, 0);
      }
    }
  }

  private static Script parsed(Context context, String name, String body, String text) {
    Source source = Source.newBuilder(Sandbox.LANGUAGE, text, name + ".js").buildLiteral();
    context.parse(source);
    return new Script(name, source, ParameterUse.of(body));
  }

  private static String withoutEnd(String body) {
    int end = body.length();
    while (end > 0 && (body.charAt(end - 1) == ';' || body.charAt(end - 1) <= ' ')) {
      end--;
    }
    return body.substring(0, end);
  }

  private static void requireSyntaxError(PolyglotException e) {
    if (!e.isSyntaxError()) {
      throw e;
    }
  }

  /**
   * Syntax error with its position in the user's text: the wrapper before the body does not count.
   */
  private static DatabaseException refusal(String name, PolyglotException e, int shift) {
    DatabaseException refusal =
        new DatabaseException(ErrorCode.SCRIPT_INVALID, "The script is not valid JavaScript.")
            .with("script", name)
            .with("reason", reason(e));
    SourceSection place = e.getSourceLocation();
    if (place != null && place.hasLines() && place.hasColumns()) {
      int line = place.getStartLine();
      refusal
          .with("line", line)
          .with("column", Math.max(1, place.getStartColumn() - (line == 1 ? shift : 0)));
    }
    return refusal;
  }

  /** First line of the message without the position, which is given separately. */
  private static String reason(PolyglotException e) {
    String message = String.valueOf(e.getMessage());
    String first = message.lines().findFirst().orElse("");
    return first.replaceFirst("^SyntaxError: \\S+\\.js:\\d+:\\d+ ", "SyntaxError: ");
  }
}
