package dev.partita.net.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and folders that only their owner may use, from the moment they exist. Where the system has
 * no such permissions, those of the folder around apply.
 */
final class OwnerOnly {

  private static final String FOLDER = "rwx------";
  private static final String FILE = "rw-------";

  private OwnerOnly() {}

  /** Makes the folder if there is none; those around it are made as any other. */
  static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectories(folder, attributes(folder, FOLDER));
    }
  }

  /** Makes a folder that nobody else knows the name of. */
  static Path makeTemporaryFolder(Path in) throws IOException {
    return Files.createTempDirectory(in, "new-", attributes(in, FOLDER));
  }

  /** Writes a new file, down to the disk. */
  static void write(Path file, String text) throws IOException {
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
  static void replace(Path file, String text) throws IOException {
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

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
