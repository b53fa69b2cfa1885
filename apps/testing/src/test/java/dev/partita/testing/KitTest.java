package dev.partita.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The kit without a server; tests/examples use it with one. */
class KitTest {

  private static final int JAVA_17 = 61;

  @TempDir private Path folder = Path.of("");

  @Test
  void runsOnJava17() throws IOException {
    try (InputStream file = TestServer.class.getResourceAsStream("TestServer.class");
        DataInputStream data = new DataInputStream(file)) {
      assertThat(data.readInt()).isEqualTo(0xCAFEBABE);
      assertThat(data.readUnsignedShort()).isZero();
      assertThat(data.readUnsignedShort()).isEqualTo(JAVA_17);
    }
  }

  @Test
  void signsAsTheProtocolSays() {
    // The example of the protocol's documentation.
    String key =
        "dsZQi3KtZmCv1ljt3VNWNm7sQUF1y5rJfC6kv5JiwvW0EndXdDku/dkKBp8/ufDToSxLzR4y+O/0H/t4bQtVNw==";
    String text = "get\ndbs\ndbs/ToDoList\nthu, 27 apr 2017 00:51:12 gmt\n\n";
    assertThat(Api.signature(key, text)).isEqualTo("c09PEVJrgp2uQRkr934kFbTqhByc7TVr3OHyqlu+c+c=");
  }

  @Test
  void valuesBecomeJson() {
    assertThat(Json.array("a\"b\n", 5, true)).isEqualTo("[\"a\\u0022b\\u000a\",5,true]");
  }

  @Test
  void aFolderWithoutAServerIsRefused() {
    assertThatThrownBy(() -> Installation.in(folder))
        .isInstanceOf(TestServerException.class)
        .hasMessageContaining("not an unpacked package");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no shell for the launcher that stands in")
  void aServerThatDoesNotStartSaysWhy() throws IOException {
    Path launcher = folder.resolve("partita");
    Files.writeString(launcher, "#!/bin/sh\necho the disk is full\nexit 3\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));

    assertThatThrownBy(() -> ServerProcess.start(folder, List.of()))
        .isInstanceOf(TestServerException.class)
        .hasMessageContaining("the disk is full");
  }
}
