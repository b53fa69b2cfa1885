package dev.partita.gremlin;

import org.jspecify.annotations.Nullable;

/**
 * Token of a script. Immutable.
 *
 * @param text the name, the operator, or the content of a string
 * @param value the value of a number or a string
 * @param offset its position in the script
 */
record Token(Kind kind, String text, @Nullable Object value, int offset) {

  enum Kind {
    NAME,
    STRING,
    NUMBER,
    SIGN,
    END
  }

  boolean is(char sign) {
    return kind == Kind.SIGN && text.charAt(0) == sign;
  }
}
