package dev.partita.script;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Static analysis of a function's text: for each parameter the properties that the function reads,
 * if it does nothing else with the parameter. Such a function cannot distinguish an object from one
 * that has only these properties. Pure functions.
 *
 * <p>The text is not parsed. Each occurrence of a parameter's name, even in a string or a comment,
 * must match one of a few syntactic forms; otherwise the result is unknown. It is also unknown for
 * a text with a word that gives access to parameters in another way, or to the prototype of all
 * objects, where a property could be a getter that reads the object it belongs to.
 */
final class ParameterUse {

  private static final String NAME = "[A-Za-z_$][\\w$]*+";
  private static final String LIST = "\\s*(" + NAME + "(?:\\s*,\\s*" + NAME + ")*+)\\s*";

  /** Functions of all forms that the compiler accepts, up to the end of their parameters. */
  private static final Pattern HEAD =
      Pattern.compile(
          "\\s*(?:async\\s+)?(?:(?:function\\b\\s*)?(?:"
              + NAME
              + ")?\\s*\\("
              + LIST
              + "\\)|("
              + NAME
              + ")(?=\\s*=>))");

  private static final Pattern OTHER_WAYS =
      Pattern.compile(
          "\\\\|__|\\b(?:arguments|callee|caller|constructor|eval|Function|globalThis|Object"
              + "|prototype|Reflect|super|this|with)\\b");

  /** Properties that every object inherits; items do not use these names. */
  private static final Set<String> INHERITED =
      Set.of(
          "constructor",
          "hasOwnProperty",
          "isPrototypeOf",
          "propertyIsEnumerable",
          "toLocaleString",
          "toString",
          "valueOf");

  private static final Pattern PROPERTY =
      Pattern.compile("\\??\\.(" + NAME + ")(?![^\\x00-\\x7F])");

  /** Beginning of an expression, so that no operator before the parameter applies to it. */
  private static final Pattern BEGINNING = Pattern.compile("(?:[(,;{}&|?:=]|\\breturn)\\s*$");

  private static final Pattern ONLY_ASKED_WHETHER_IT_IS_THERE =
      Pattern.compile("\\s*(?:&&|[!=]==?\\s*(?:null|undefined)\\b)");

  private static final Pattern NEGATION = Pattern.compile("(?:!|\\btypeof\\s)\\s*$");
  private static final Pattern END = Pattern.compile("\\s*(?:[);]|&&|\\|\\||[!=]==?[\\s'\"])");
  private static final Pattern CONDITION = Pattern.compile("\\bif\\s*\\(\\s*$");
  private static final Pattern CONDITION_END = Pattern.compile("\\s*\\)");

  private ParameterUse() {}

  /**
   * Names of the properties that a function reads, for each of its parameters; null for a parameter
   * of which that is unknown. Empty if nothing is known of any.
   */
  static List<@Nullable Set<String>> of(String body) {
    Matcher head = HEAD.matcher(body);
    if (!head.lookingAt() || OTHER_WAYS.matcher(body).find()) {
      return List.of();
    }
    String list = head.group(1) == null ? head.group(2) : head.group(1);
    String rest = body.substring(head.end());
    List<@Nullable Set<String>> uses = new ArrayList<>();
    for (String name : list.split(",", -1)) {
      uses.add(lookedAt(name.strip(), rest));
    }
    return uses;
  }

  private static @Nullable Set<String> lookedAt(String parameter, String text) {
    Matcher places =
        Pattern.compile("(?<![\\w$])" + Pattern.quote(parameter) + "(?![\\w$])").matcher(text);
    Set<String> names = new LinkedHashSet<>();
    while (places.find()) {
      String before = text.substring(0, places.start());
      if (before.endsWith(".") && !before.endsWith("..")) {
        continue; // A property of another object.
      }
      Matcher property = matcher(PROPERTY, text, places.end());
      if (property.lookingAt() && !before.endsWith(".")) {
        names.add(property.group(1));
      } else if (!isHarmless(before, text, places.end())) {
        return null;
      }
    }
    return Collections.disjoint(names, INHERITED) ? names : null;
  }

  /** Whether the parameter is only tested for presence. */
  private static boolean isHarmless(String before, String text, int end) {
    return (BEGINNING.matcher(before).find()
            && matcher(ONLY_ASKED_WHETHER_IT_IS_THERE, text, end).lookingAt())
        || (NEGATION.matcher(before).find() && matcher(END, text, end).lookingAt())
        || (CONDITION.matcher(before).find() && matcher(CONDITION_END, text, end).lookingAt());
  }

  private static Matcher matcher(Pattern pattern, String text, int from) {
    return pattern.matcher(text).region(from, text.length()).useTransparentBounds(true);
  }
}
