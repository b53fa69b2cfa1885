package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodeFactoryTest {

  @TempDir private Path folder;

  /** The hint says that there are scripts, the data that there are none. */
  private Path misled(String name) throws Exception {
    Path data = folder.resolve(name);
    NodeFactory.standard().open(options(data)).close();
    return Files.createFile(data.resolve("SCRIPTS"));
  }

  private static ServerOptions options(Path data) {
    return ServerOptions.standard().withPort(0).withData(data);
  }

  @Test
  void putsTheHintRightOfTheFolderThatWasOpened() throws Exception {
    Path expected = misled("expected");
    Path opened = misled("opened");
    NodeFactory factory = NodeFactory.expecting(Optional.of(expected.getParent()));
    try (Node node = (Node) factory.begin(options(opened.getParent())).open(options(opened.getParent()))) {
      assertThat(node.ready()).isTrue();
      while (Files.exists(opened)) {
        Thread.onSpinWait();
      }
    }
    assertThat(expected).exists();
  }

  @Test
  void opensAnyNumberOfNodes() throws Exception {
    Path first = misled("first").getParent();
    NodeFactory factory = NodeFactory.expecting(Optional.of(first));
    try (Node one = factory.open(options(first));
        Node other = factory.open(options(folder.resolve("other")))) {
      assertThat(one.ready()).isTrue();
      assertThat(other.ready()).isTrue();
    }
  }
}
