package dev.partita.telemetry;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.DatabaseRecord;
import java.util.Optional;

/**
 * The names that databases and containers have here. A database of the account that is served goes
 * by its name, one of another account by the account's, a slash, and its own; names have no
 * slashes, so the two cannot be mixed up. Safe for use by any number of threads.
 */
public final class ContainerNames {

  private final Catalogue catalogue;
  private final Containers containers;
  private final String account;

  /**
   * @param account the account whose databases need no more than their name
   */
  public ContainerNames(Catalogue catalogue, Containers containers, String account) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.account = account;
  }

  public String database(DatabaseRecord database) {
    return database.account().equals(account)
        ? database.name()
        : database.account() + "/" + database.name();
  }

  /** The name of a container's database; empty if that was deleted since. */
  public Optional<String> databaseOf(Container container) {
    return catalogue.database(container.record().database()).map(this::database);
  }

  /**
   * @throws DatabaseException NOT_FOUND
   */
  public Container require(String database, String container) {
    return find(database)
        .flatMap(found -> containers.container(found.number(), container))
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.NOT_FOUND, "The container does not exist.")
                    .with("database", database)
                    .with("container", container));
  }

  private Optional<DatabaseRecord> find(String database) {
    int slash = database.indexOf('/');
    return slash < 0
        ? catalogue.database(account, database)
        : catalogue.database(database.substring(0, slash), database.substring(slash + 1));
  }
}
