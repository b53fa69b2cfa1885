package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be chosen for nodes of clusters, and what contradicts itself. */
class ClusterChoiceTest {

  @TempDir Path folder;

  private static ClusterChoice choice(Map<String, String> flags) {
    return ServerOptions.resolve(flags, Map.of()).cluster();
  }

  @Test
  void aServerIsAloneUnlessAsked() {
    assertThat(choice(Map.of())).isEqualTo(ClusterChoice.NONE);
  }

  @Test
  void theFirstNodeIsReachedWhereItListens() {
    ClusterChoice choice =
        choice(Map.of("cluster", "true", "node-name", "a", "cluster-host", "10.0.0.1"));
    assertThat(choice.address()).isEqualTo("10.0.0.1:8980");
    assertThat(choice.name()).isEqualTo("a");
    assertThat(choice.join()).isEmpty();
  }

  @Test
  void aNodeCanBeReachedElsewhereThanItListens() {
    ClusterChoice choice =
        choice(
            Map.of(
                "join", "db1:8980",
                "token", "secret",
                "cluster-host", "::1",
                "cluster-port", "9000",
                "cluster-address", "db2.example.org:8980"));
    assertThat(choice.isNode()).isTrue();
    assertThat(choice.address()).isEqualTo("db2.example.org:8980");
    assertThat(choice.toString()).doesNotContain("secret");
    assertThat(choice(Map.of("cluster", "true", "cluster-host", "::1")).address())
        .isEqualTo("[::1]:8980");
  }

  @Test
  void whatIsForNodesAloneIsRefusedElsewhere() {
    for (String setting : new String[] {"zone", "node-name", "token", "cluster-port"}) {
      requireRefused(Map.of(setting, "9001"), "--" + setting);
    }
  }

  @Test
  void whatContradictsItselfIsRefused() {
    requireRefused(Map.of("cluster", "true", "join", "a:1"), "--join");
    requireRefused(Map.of("cluster", "true", "token", "x"), "--token");
    requireRefused(Map.of("cluster", "true", "in-memory", "true"), "--in-memory");
    requireRefused(Map.of("cluster", "true", "durability", "relaxed"), "--durability");
  }

  private static void requireRefused(Map<String, String> flags, String setting) {
    DatabaseException failure = catchThrowableOfType(DatabaseException.class, () -> choice(flags));
    assertThat(failure).as(flags.toString()).isNotNull();
    assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(failure.context()).containsEntry("setting", setting);
  }

  @Test
  void theFolderOfANodeIsNotServedAlone() throws IOException {
    Files.createDirectories(folder.resolve("cluster"));
    ServerOptions options = ServerOptions.resolve(Map.of("data", folder.toString()), Map.of());
    DatabaseException failure =
        catchThrowableOfType(DatabaseException.class, () -> Node.open(options));
    assertThat(failure.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(failure.getMessage()).contains("partita serve --cluster");
  }

  @Test
  void dataOfAServerThatWasAloneIsNotTakenIntoAClusterInPlace() throws IOException {
    Files.writeString(folder.resolve("PARTITA"), "partita store format 1\n");
    ServerOptions options =
        ServerOptions.resolve(
            Map.of("data", folder.toString(), "cluster", "true", "node-name", "a"), Map.of());
    DatabaseException failure =
        catchThrowableOfType(DatabaseException.class, () -> Node.open(options));
    assertThat(failure.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(failure.getMessage()).contains("partita export");
    assertThat(folder.resolve("cluster")).doesNotExist();
  }
}
