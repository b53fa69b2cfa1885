package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodeFactoryTest {

  @TempDir private Path folder;

  /** A folder whose hint says that there are scripts, and whose data that there are none. */
  private Path misled(String name) throws IOException {
    Path data = folder.resolve(name);
    NodeFactory.standard().open(options(data)).close();
    Files.createFile(hint(data));
    return data;
  }

  private static Path hint(Path data) {
    return data.resolve("SCRIPTS");
  }

  private static ServerOptions options(Path data) {
    return ServerOptions.standard().withPort(0).withData(data);
  }

  @Test
  void putsTheHintRightOfTheFolderThatWasOpened() throws IOException {
    Path expected = misled("expected");
    Path opened = misled("opened");
    NodeFactory factory = NodeFactory.expecting(Optional.of(expected));
    try (EngineHandle node = factory.begin(options(opened)).open(options(opened))) {
      assertThat(node.ready()).isTrue();
      while (Files.exists(hint(opened))) {
        Thread.onSpinWait();
      }
    }
    assertThat(hint(expected)).exists();
  }

  @Test
  void opensAnyNumberOfNodes() throws IOException {
    Path first = misled("first");
    NodeFactory factory = NodeFactory.expecting(Optional.of(first));
    try (Node one = factory.open(options(first));
        Node other = factory.open(options(folder.resolve("other")))) {
      assertThat(one.ready()).isTrue();
      assertThat(other.ready()).isTrue();
    }
  }
}
