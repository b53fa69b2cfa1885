package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the programs of the README and the guides, each in a process of its own. */
final class DocumentedSamplesTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final List<String> PAGES =
      List.of(
          "README.md",
          "docs/guide/nosql.md",
          "docs/guide/tables.md",
          "docs/guide/graphs.md",
          "docs/guide/embedded.md");
  private static final NodeProject NODE = new NodeProject("samples");

  @BeforeAll
  static void prepare() throws IOException, InterruptedException {
    NODE.install();
    // The guide creates it with curl.
    var _ = SERVER.client().createDatabase("social");
    CosmosDatabase social = SERVER.client().getDatabase("social");
    var _ = social.createContainer("people", "/city");
  }

  static List<DocumentedSample> javaSamples() throws IOException {
    return samples("java");
  }

  static List<DocumentedSample> javaScriptSamples() throws IOException {
    return samples("js");
  }

  private static List<DocumentedSample> samples(String language) throws IOException {
    var samples = new ArrayList<DocumentedSample>();
    for (String page : PAGES) {
      samples.addAll(DocumentedSample.in(page, language));
    }
    return samples;
  }

  @Test
  void everyPageHasSamples() throws IOException {
    List<DocumentedSample> all = new ArrayList<>(javaSamples());
    all.addAll(javaScriptSamples());

    assertThat(all)
        .extracting(DocumentedSample::page)
        .containsOnly(PAGES.toArray(String[]::new))
        .hasSizeGreaterThanOrEqualTo(9);
  }

  @ParameterizedTest
  @MethodSource("javaSamples")
  void runsJava(DocumentedSample sample, @TempDir Path folder) throws Exception {
    Path source = folder.resolve("Sample.java");
    Files.writeString(source, sample.at(SERVER.partita()).asJavaProgram());
    Path output = folder.resolve("output");
    ProcessBuilder java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-DCOSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED=true",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                source.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    java.environment().put("CLASSPATH", classPath());

    int exit = java.start().waitFor();

    assertThat(exit).as(() -> NodeProject.text(output)).isZero();
    assertThat(output).content().containsIgnoringCase(expected(sample));
  }

  @ParameterizedTest
  @MethodSource("javaScriptSamples")
  void runsJavaScript(DocumentedSample sample) throws Exception {
    String file = sample.fileName() + ".mjs";
    NODE.write(file, sample.at(SERVER.partita()).code());

    assertThat(NODE.run("node", file)).containsIgnoringCase(expected(sample));
  }

  /** Expected output of a sample: an item, entity or name that it has stored before. */
  private static String expected(DocumentedSample sample) {
    if (sample.page().equals("docs/guide/embedded.md")) {
      return sample.number() == 1 ? "LSN 1" : "[london]";
    }
    return "ada";
  }

  private static String classPath() {
    String ofSurefire = System.getProperty("surefire.test.class.path");
    return ofSurefire != null ? ofSurefire : System.getProperty("java.class.path");
  }
}
