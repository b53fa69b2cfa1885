package dev.partita.dist;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/** The part of this JDK that the server needs, as a runtime of its own. Pure functions. */
final class JavaRuntime {

  /** What the server and its libraries use; the last three are for those who look after it. */
  private static final List<String> MODULES =
      List.of(
          "java.base",
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.scripting",
          "java.sql",
          "java.xml",
          "jdk.management",
          "jdk.unsupported",
          "jdk.crypto.ec",
          "jdk.jcmd",
          "jdk.jfr");

  private JavaRuntime() {}

  /** Makes a runtime for the platform that this runs on. The folder must not exist. */
  static Path link(Path folder) throws IOException {
    ToolProvider jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() -> new IOException("This Java has no jlink: a JDK is needed"));
    var said = new StringWriter();
    var messages = new PrintWriter(said);
    int result =
        jlink.run(
            messages,
            messages,
            "--add-modules",
            String.join(",", MODULES),
            "--strip-debug",
            "--no-header-files",
            "--no-man-pages",
            "--compress",
            "zip-9",
            // What it makes is not the same each time.
            "--disable-plugin",
            "generate-jli-classes",
            "--output",
            folder.toString());
    if (result != 0) {
      throw new IOException("jlink failed: " + said);
    }
    return folder;
  }
}
