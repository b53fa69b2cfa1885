package dev.partita.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is in packages. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class PackagesTest {

  /** With a runtime; a library that comes in by accident is noticed. */
  private static final long MOST_BYTES = 145L << 20;

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(Platform.class)
  void everyPlatformHasItsOwnNativeLibraryOnly(Platform platform) {
    List<String> paths = Built.entries(platform).stream().map(Built::path).toList();

    assertThat(paths)
        .filteredOn(path -> path.contains("rocksdbjni-") && !path.endsWith(".jar"))
        .containsExactly("native/" + platform.rocksLibrary());
    assertThat(paths)
        .contains("LICENSE", "NOTICE", "README.txt", "bom.json", "licenses/THIRD-PARTY.txt");
    assertThat(paths.contains(platform.isWindows() ? "partita.cmd" : "partita")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Platform.class)
  void onlyThePackageOfThisPlatformHasJava(Platform platform) {
    boolean here = Platform.current().equals(Optional.of(platform));
    List<String> programs =
        Built.entries(platform).stream()
            .filter(entry -> (entry.getMode() & 0111) != 0 && !entry.isDirectory())
            .map(Built::path)
            .toList();

    assertThat(programs.contains("runtime/bin/java")).isEqualTo(here);
    assertThat(programs.contains("partita")).isEqualTo(!platform.isWindows());
  }

  @Test
  void packagesAreSmall() {
    Platform here = Platform.current().orElseThrow();
    assertThat(Built.entries(here).stream().mapToLong(TarArchiveEntry::getSize).sum())
        .isLessThan(MOST_BYTES);
  }

  @Test
  void aZipHasTheSameFiles() throws IOException {
    List<String> packed =
        Built.entries(Platform.WINDOWS_X64).stream()
            .filter(entry -> !entry.isDirectory())
            .map(TarArchiveEntry::getName)
            .sorted()
            .toList();
    try (ZipFile zip = new ZipFile(Built.archive(Platform.WINDOWS_X64, ".zip").toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName).sorted()).isEqualTo(packed);
    }
  }

  @Test
  void theSameSourcesMakeTheSameBytes() throws IOException {
    Platform here = Platform.current().orElseThrow();
    Path again = folder.resolve("packages");
    new Packages(Built.PROJECT, Built.BOM, Built.VERSION, Built.TIME)
        .make(folder.resolve("work"), again, List.of(here));

    try (Stream<Path> files = Files.list(again)) {
      List<Path> made = files.toList();
      assertThat(made).hasSizeGreaterThanOrEqualTo(2);
      for (Path file : made) {
        assertThat(Files.mismatch(file, Built.FOLDER.resolve(file.getFileName())))
            .as(file.toString())
            .isEqualTo(-1);
      }
    }
  }

  @Test
  void aLibraryThatIsNotInTheBillOfMaterialsIsRefused() throws IOException {
    Path stranger = folder.resolve("stranger-1.0.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(stranger))) {
      zip.putNextEntry(new ZipEntry("a"));
    }
    ThirdParty known = new ThirdParty(Built.BOM);

    assertThatThrownBy(() -> known.write(List.of(stranger), folder.resolve("licenses")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("stranger-1.0.jar");
  }

  @Test
  void thePackageForDebianIsOneToItsTools() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/dpkg-deb")), "This system has no dpkg-deb");
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder("dpkg-deb", "--info", Built.debianPackage().toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();

    assertThat(process.waitFor()).isZero();
    assertThat(said).content().contains("Package: partita", "Architecture: amd64", "postinst");
  }

  @Test
  void aVersionBeforeARelease() {
    assertThat(DebianPackage.versionOf("1.0.0-SNAPSHOT")).isEqualTo("1.0.0~SNAPSHOT");
  }
}
