package dev.partita.dist;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveOutputStream;

/** A package for Debian and its relatives: what deb(5) says, made without root. */
final class DebianPackage {

  private static final int KILOBYTE = 1024;
  private static final int FILE = 0100644;

  private final Path sources;
  private final Path work;
  private final String version;
  private final Instant time;

  /**
   * @param sources the folder with the control file, the scripts and the configuration
   * @param work a folder for what is made on the way
   */
  DebianPackage(Path sources, Path work, String version, Instant time) {
    this.sources = sources;
    this.work = work;
    this.version = version;
    this.time = time;
  }

  /** The version as Debian orders versions: what comes before a release is less than it. */
  static String versionOf(String version) {
    return version.replace('-', '~');
  }

  /**
   * Writes the package.
   *
   * @param program all files of an archive for this platform
   * @param changes the changelog, which every package documents itself with
   */
  void write(FileTree program, Path changes, Path copyright, Path file) throws IOException {
    FileTree data =
        new FileTree()
            .addTree("./usr/lib/partita/", program)
            .link("./usr/bin/partita", "../lib/partita/partita")
            .add("./usr/lib/systemd/system/partita.service", sources.resolve("partita.service"))
            .add("./usr/share/partita/partita.conf", sources.resolve("partita.conf"))
            .add("./etc/logrotate.d/partita", sources.resolve("logrotate"))
            .add("./usr/share/doc/partita/CHANGELOG.md", changes)
            .add("./usr/share/doc/partita/copyright", copyright);
    String control =
        Files.readString(sources.resolve("control"))
            .replace("@VERSION@", versionOf(version))
            .replace("@SIZE@", Long.toString(data.size() / KILOBYTE));
    FileTree about =
        new FileTree()
            .add("./control", FileTree.text(work.resolve("control"), control))
            .add("./md5sums", FileTree.text(work.resolve("md5sums"), sums(data)))
            .add("./conffiles", sources.resolve("conffiles"))
            .addProgram("./postinst", sources.resolve("postinst"))
            .addProgram("./prerm", sources.resolve("prerm"))
            .addProgram("./postrm", sources.resolve("postrm"));
    Path dataFile = work.resolve("data.tar.gz");
    Archives.tarGz(data, time, dataFile);
    var aboutBytes = new ByteArrayOutputStream();
    Archives.tarGz(about, time, aboutBytes);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        ArArchiveOutputStream ar = new ArArchiveOutputStream(out)) {
      add(ar, "debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII));
      add(ar, "control.tar.gz", aboutBytes.toByteArray());
      ar.putArchiveEntry(entry("data.tar.gz", Files.size(dataFile)));
      Files.copy(dataFile, ar);
      ar.closeArchiveEntry();
    }
  }

  private void add(ArArchiveOutputStream ar, String name, byte[] content) throws IOException {
    ar.putArchiveEntry(entry(name, content.length));
    ar.write(content);
    ar.closeArchiveEntry();
  }

  private ArArchiveEntry entry(String name, long size) {
    return new ArArchiveEntry(name, size, 0, 0, FILE, time.getEpochSecond());
  }

  /** The digests that dpkg --verify compares files with; MD5 is what it knows. */
  private static String sums(FileTree data) throws IOException {
    var sums = new StringBuilder();
    for (Map.Entry<String, FileTree.Entry> each : data.entries().entrySet()) {
      if (each.getValue() instanceof FileTree.Entry.Copy(Path source, _)) {
        sums.append(md5(source)).append("  ").append(each.getKey().substring(2)).append('\n');
      }
    }
    return sums.toString();
  }

  private static String md5(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("MD5").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has MD5", e);
    }
  }
}
