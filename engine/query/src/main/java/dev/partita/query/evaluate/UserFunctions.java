package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Port to the user-defined functions of a container, which the script runtime implements. */
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

  /** Units of work that all calls so far have done, including those that failed. */
  default long work() {
    return 0;
  }

  /**
   * Properties that a function reads of an object argument: an object with only these properties
   * gives the same result. Null if it may read any property, or there is no such function.
   */
  default @Nullable Set<String> looksAt(String name, int argument) {
    return null;
  }
}
