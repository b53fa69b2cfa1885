package dev.partita.telemetry;

import java.util.Locale;

/** What a request asks for, as far as monitoring tells requests apart. */
public enum OperationKind {
  READ,
  CREATE,
  UPSERT,
  REPLACE,
  PATCH,
  DELETE,
  BATCH,
  QUERY,
  QUERY_PLAN,
  READ_FEED,
  CHANGE_FEED,
  EXECUTE,
  /** On databases, containers and the like. */
  METADATA,
  OTHER;

  /** How metrics and logs name it: {@code ReadFeed}. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (String word : name().split("_", -1)) {
      text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }
}
