package dev.partita.cli.resource;

import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Given;
import dev.partita.client.Ask;
import dev.partita.client.PartitionKeyValues;
import java.util.Optional;

/** The options with which a command names a container, and requests on it. */
public final class Scoped {

  private final Given database;
  private final Given container;

  public Scoped(Command command) {
    this.database = database(command);
    this.container =
        command.required("--container,--container-name,-c", "NAME", "The container's name.");
  }

  static Given database(Command command) {
    return command.required("--database,--database-name,-d", "NAME", "The database's name.");
  }

  /** The option for a partition key, which some commands can do without. */
  public static Given key(Command command, boolean required) {
    String names = "--partition-key,-k";
    String description =
        "The value of the partition key: a text, or a JSON array for numbers and for keys of"
            + " several values, such as '[5]' or '[\"acme\",7]'.";
    return required
        ? command.required(names, "KEY", description)
        : command.optional(names, "KEY", description);
  }

  static Optional<PartitionKeyValues> keyOf(Given given) {
    return given.optional().map(PartitionKeyValues::parse);
  }

  public String database() {
    return database.text();
  }

  public String container() {
    return container.text();
  }

  /** A request on the container itself, or on what is below it. */
  public Ask ask(String method, String... below) {
    return Ask.nosql(method, path(below, "dbs", database(), "colls", container()));
  }

  /** A request of the admin API on the container, or on what is below it. */
  Ask admin(String method, String... below) {
    return Ask.admin(method, path(below, "databases", database(), "containers", container()));
  }

  private static String[] path(String[] below, String... above) {
    String[] path = new String[above.length + below.length];
    System.arraycopy(above, 0, path, 0, above.length);
    System.arraycopy(below, 0, path, above.length, below.length);
    return path;
  }
}
