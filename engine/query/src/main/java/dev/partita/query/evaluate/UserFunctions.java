package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonValue;
import java.util.List;

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
}
