package dev.partita.cli.resource;

import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.OptionValue;
import dev.partita.client.ClientRequest;
import dev.partita.client.PartitionKeyValues;
import java.util.Optional;

/** Options with which a command names a container, and builders of requests on it. */
public final class Scoped {

  private final OptionValue database;
  private final OptionValue container;

  public Scoped(Command command) {
    this.database = database(command);
    this.container =
        command.required("--container,--container-name,-c", "NAME", "The container's name.");
  }

  static OptionValue database(Command command) {
    return command.required("--database,--database-name,-d", "NAME", "The database's name.");
  }

  /** Declares the option for a partition key, which is optional in some commands. */
  public static OptionValue key(Command command, boolean required) {
    String names = "--partition-key,-k";
    String description =
        "The value of the partition key: a text, or a JSON array for numbers and for keys of"
            + " several values, such as '[5]' or '[\"acme\",7]'.";
    return required
        ? command.required(names, "KEY", description)
        : command.optional(names, "KEY", description);
  }

  static Optional<PartitionKeyValues> keyOf(OptionValue given) {
    return given.optional().map(PartitionKeyValues::parse);
  }

  public String database() {
    return database.text();
  }

  public String container() {
    return container.text();
  }

  /** Builds a request on the container itself, or on a resource below it. */
  public ClientRequest request(String method, String... below) {
    return ClientRequest.nosql(method, path(below, "dbs", database(), "colls", container()));
  }

  /** Builds a request of the admin API on the container, or on a resource below it. */
  ClientRequest admin(String method, String... below) {
    return ClientRequest.admin(
        method, path(below, "databases", database(), "containers", container()));
  }

  private static String[] path(String[] below, String... above) {
    String[] path = new String[above.length + below.length];
    System.arraycopy(above, 0, path, 0, above.length);
    System.arraycopy(below, 0, path, above.length, below.length);
    return path;
  }
}
