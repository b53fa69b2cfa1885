package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The functions that users have registered for the container; whoever runs scripts offers them. */
@FunctionalInterface
public interface UserFunctions {

  UserFunctions NONE =
      (name, _) -> {
        throw new DatabaseException(ErrorCode.NOT_FOUND, "There is no such user-defined function.")
            .with("function", name);
      };

  /**
   * Calls a function. No argument is undefined; the result may be.
   *
   * @throws DatabaseException if there is no such function or it fails
   */
  JsonValue call(String name, List<JsonValue> arguments);

  /** How many units of work all calls so far have done, also those that failed. */
  default long work() {
    return 0;
  }

  /**
   * The properties that a function looks at if it gets an object as an argument: one that lacks
   * others will do. Null if it may be any of them, or there is no such function.
   */
  default @Nullable Set<String> looksAt(String name, int argument) {
    return null;
  }
}
