package dev.partita.gremlin;

import org.jspecify.annotations.Nullable;

/**
 * A piece of a script.
 *
 * @param text the name, the sign, or what a string says
 * @param value what a number or a string stands for
 * @param offset where it begins
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
