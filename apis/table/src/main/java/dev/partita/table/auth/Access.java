package dev.partita.table.auth;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the sender of a request may do. Immutable. */
public sealed interface Access {

  /** Everything: a key of the account, or no keys asked for. */
  record Full() implements Access {}

  /** Everything but what is about keys and signatures: a token of someone. */
  record Token() implements Access {}

  /** Everything that changes nothing. */
  record ReadOnly() implements Access {}

  /** What the signature of an account allows. */
  record Account(String permissions, String resourceTypes) implements Access {}

  /** What the signature of a table allows. */
  record Table(String table, String permissions, KeyLimits limits) implements Access {}

  /**
   * @param table what the operation is about; null if it is not about one table
   * @throws DatabaseException if it is not allowed
   */
  default void require(Operation operation, @Nullable String table) {
    switch (this) {
      case Full() -> {
        // Nothing is left to ask.
      }
      case Token() -> requireNoPolicies(operation);
      case ReadOnly() -> {
        if (!operation.isReading()) {
          throw TableError.AUTHORIZATION_PERMISSION_MISMATCH.failure("The key is for reading.");
        }
      }
      case Account(String permissions, String types) -> {
        requireNoPolicies(operation);
        if (types.indexOf(operation.resourceType()) < 0) {
          throw TableError.AUTHORIZATION_RESOURCE_TYPE_MISMATCH.failure().with("srt", types);
        }
        if (!operation.isAllowedInAccount(permissions)) {
          throw TableError.AUTHORIZATION_PERMISSION_MISMATCH.failure().with("sp", permissions);
        }
      }
      case Table(String own, String permissions, KeyLimits _) -> {
        if (table == null || !table.toLowerCase(Locale.ROOT).equals(own)) {
          throw TableError.AUTHORIZATION_FAILURE
              .failure("The signature is for one table.")
              .with("tn", own);
        }
        if (!operation.isAllowedInTable(permissions)) {
          throw TableError.AUTHORIZATION_PERMISSION_MISMATCH.failure().with("sp", permissions);
        }
      }
    }
  }

  private static void requireNoPolicies(Operation operation) {
    if (operation == Operation.ACCESS_POLICIES) {
      throw TableError.AUTHORIZATION_FAILURE.failure("Access policies need an account key.");
    }
  }

  /** The keys that it is limited to. */
  default KeyLimits limits() {
    return this instanceof Table(String _, String _, KeyLimits limits) ? limits : KeyLimits.NONE;
  }
}
