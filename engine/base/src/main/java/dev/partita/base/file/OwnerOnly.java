package dev.partita.base.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Files and folders that only their owner may use, from the moment they exist. Where the system has
 * no such permissions, those of the folder around apply.
 */
public final class OwnerOnly {

  private static final String FOLDER = "rwx------";
  private static final String FILE = "rw-------";

  private OwnerOnly() {}

  /** Makes the folder if there is none; those around it are made as any other. */
  public static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectories(folder, attributes(folder, FOLDER));
    }
  }

  /** Makes a folder that nobody else knows the name of. */
  public static Path makeTemporaryFolder(Path in) throws IOException {
    return Files.createTempDirectory(in, "new-", attributes(in, FOLDER));
  }

  /** Writes a new file, down to the disk. */
  public static void write(Path file, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            attributes(file, FILE))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** Writes the file as a whole: whoever reads it finds the old text or the new one. */
  public static void replace(Path file, String text) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IllegalArgumentException("Not a file: " + file);
    }
    Path temporary = makeTemporaryFolder(folder);
    Path fresh = temporary.resolve(file.getFileName());
    try {
      write(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
      Files.delete(temporary);
    }
  }

  /**
   * Takes from everybody else what they may do with the folder and all that is in it.
   *
   * @return what could not be changed, because it belongs to somebody else
   */
  public static List<Path> withdraw(Path folder) throws IOException {
    if (!knowsOwners(folder)) {
      return List.of();
    }
    List<Path> foreign = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        if (!Files.isSymbolicLink(path) && !tryWithdraw(path)) {
          foreign.add(path);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return foreign;
  }

  private static boolean tryWithdraw(Path path) throws IOException {
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(path);
    Set<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
    kept.addAll(PosixFilePermissions.fromString(FOLDER));
    kept.retainAll(allowed);
    try {
      if (!kept.equals(allowed)) {
        Files.setPosixFilePermissions(path, kept);
      }
      return true;
    } catch (FileSystemException e) {
      return false;
    }
  }

  private static boolean knowsOwners(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return knowsOwners(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
