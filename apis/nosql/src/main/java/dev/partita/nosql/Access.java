package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;

/** What the sender of a request may do. */
sealed interface Access {

  /** Everything. */
  record Full() implements Access {}

  /** Reading everything but permissions, whose tokens may allow more than reading. */
  record ReadOnly() implements Access {}

  /** What a permission grants. */
  record Granted(Grant grant) implements Access {}

  /**
   * @throws DatabaseException FORBIDDEN
   */
  default void require(Call call, Resolver resolver) {
    switch (this) {
      case Full _ -> {}
      case ReadOnly _ -> {
        if (ResourceType.of(call.path()) == ResourceType.PERMISSION) {
          throw new DatabaseException(
                  ErrorCode.FORBIDDEN,
                  "Permissions come with tokens of what they allow, which may be writing: a key"
                      + " that allows reading only does not give them.")
              .with("path", call.path().link());
        }
        if (call.intent().writes()) {
          throw new DatabaseException(
                  ErrorCode.FORBIDDEN, "The key of the request allows reading only.")
              .with("verb", call.method());
        }
      }
      case Granted(Grant grant) -> grant.require(call, resolver.lastingLink(call.path()));
    }
  }
}
