package dev.partita.server;

import dev.partita.admin.api.AdminAccess;
import dev.partita.nosql.MasterKeys;
import org.jspecify.annotations.Nullable;

/**
 * Lets those use the admin API who may use the NoSQL API.
 *
 * @param keys null to let everyone do everything
 */
record KeyAccess(@Nullable MasterKeys keys) implements AdminAccess {

  @Override
  public Right of(String key) {
    if (keys == null || keys.allowsEverything(key)) {
      return Right.EVERYTHING;
    }
    return keys.allowsReading(key) ? Right.READ : Right.NONE;
  }

  @Override
  public boolean isOpen() {
    return keys == null;
  }

  @Override
  public boolean isOpenForDevelopers() {
    return keys == null || keys.areKnownToAll();
  }
}
