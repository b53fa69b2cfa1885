package dev.partita.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is alone pays nothing for clusters. */
@Timeout(300)
class AloneTest {

  private static final Pattern OF_CLUSTERS =
      Pattern.compile(
          "(dev\\.partita\\.(cluster|consensus|peer|server\\.cluster)|com\\.alipay)\\.");

  @TempDir Path folder;

  @Test
  void loadsNoClassOfClusters() throws Exception {
    Path loaded = folder.resolve("classes");
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:off",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + loaded,
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.partita.cli.Main",
                "serve",
                "--data=" + folder.resolve("data"),
                "--port=0",
                "--auth=off",
                "--train")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    assertThat(server.waitFor()).as(Files.readString(folder.resolve("output"))).isZero();
    List<String> classes = Files.readAllLines(loaded);
    assertThat(classes).anyMatch(line -> line.contains("dev.partita.server.PartitaServer"));
    assertThat(classes.stream().filter(line -> OF_CLUSTERS.matcher(line).find()).toList())
        .isEmpty();
  }
}
