package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;

/** What the sender of a request may do. */
sealed interface Access {

  /** Everything. */
  record Full() implements Access {}

  /** Reading everything. */
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
