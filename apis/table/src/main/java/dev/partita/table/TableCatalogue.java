package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.table.edm.EntityDocument;
import dev.partita.table.error.TableError;
import dev.partita.throughput.ThroughputSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables of accounts: each is a container, in a database that an account has for them. Names of
 * tables in storage accounts are the same whatever their case, and shown as they were created. Safe
 * for use by any number of threads.
 */
final class TableCatalogue {

  /** What containers with tables say of themselves. */
  static final String PRESENTATION = "table";

  private static final String NAME = "table";

  private final Catalogue catalogue;
  private final Containers containers;
  private final TableForm form;

  TableCatalogue(Catalogue catalogue, Containers containers, TableForm form) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.form = form;
  }

  /**
   * @param throughput null for the usual; storage accounts have none
   * @throws DatabaseException if there is such a table
   */
  void create(String account, String table, @Nullable ThroughputSettings throughput) {
    EntityRules.requireTableName(table);
    DatabaseRecord database = requireDatabase(account);
    try {
      switch (form) {
        case STORAGE ->
            containers.createUnmeteredContainer(
                database.number(),
                ContainerDefinition.of(key(table), new PartitionScheme.Ranged())
                    .withModel(ContainerModel.DOCUMENT.presentedAs(PRESENTATION))
                    .withProperties(JsonObject.builder().put(NAME, table).build()));
        case COSMOS ->
            containers.createContainer(
                database.number(),
                ContainerDefinition.of(
                        table,
                        new PartitionScheme.Hashed(
                            PartitionKeyDefinition.hash(EntityDocument.KEY_PATH)))
                    .withModel(ContainerModel.DOCUMENT.presentedAs(PRESENTATION))
                    .withIndexing(IndexingPolicy.DEFAULT),
                throughput);
      }
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.CONFLICT) {
        throw TableError.TABLE_ALREADY_EXISTS.failure().with("table", table);
      }
      throw e;
    }
  }

  void delete(String account, String table) {
    Container container =
        find(account, table)
            .orElseThrow(() -> TableError.RESOURCE_NOT_FOUND.failure().with("table", table));
    containers.deleteContainer(container.number());
  }

  Optional<Container> find(String account, String table) {
    return database(account)
        .flatMap(database -> containers.container(database.number(), key(table)));
  }

  Container require(String account, String table) {
    return find(account, table)
        .orElseThrow(() -> TableError.TABLE_NOT_FOUND.failure().with("table", table));
  }

  /** The names of all tables, in order. */
  List<String> names(String account) {
    return database(account).stream()
        .flatMap(database -> catalogue.containers(database.number()).stream())
        .map(TableCatalogue::name)
        .sorted(Comparator.comparing((String name) -> key(name)))
        .toList();
  }

  /** The name of a table as it was created. */
  static String name(ContainerRecord record) {
    return record.definition().properties().at(NAME) instanceof JsonString(String name)
        ? name
        : record.name();
  }

  /** Names with the same key name the same table. */
  String key(String table) {
    return form.tableKey(table);
  }

  Optional<DatabaseRecord> database(String account) {
    return catalogue.database(account, form.database());
  }

  /** The database of an account, which comes to be when it is first needed. */
  DatabaseRecord requireDatabase(String account) {
    Optional<DatabaseRecord> known = database(account);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      if (!catalogue.accounts().contains(account)) {
        catalogue.createAccount(account);
      }
      return containers.createDatabase(account, form.database(), null);
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.DATABASE_EXISTS) {
        // Another request was first.
        return requireDatabase(account);
      }
      throw e;
    }
  }
}
