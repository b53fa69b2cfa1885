package dev.partita.cli.shell;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Size of the terminal as the operating system reports it. Safe for use by any number of threads.
 */
public final class TerminalSize {

  private static final int STANDARD_ERROR = 2;
  private static final long WINDOW_SIZE_LINUX = 0x5413;
  private static final long WINDOW_SIZE_MAC = 0x40087468;
  private static final int STRUCT_BYTES = 8;
  private static final int ROWS_OFFSET = 0;
  private static final int COLUMNS_OFFSET = 2;

  private TerminalSize() {}

  /** Columns of the terminal behind standard error; 0 if there is none or the size is unknown. */
  public static int columns() {
    return asked(COLUMNS_OFFSET);
  }

  /** Rows of the terminal behind standard error; 0 if there is none or the size is unknown. */
  public static int rows() {
    return asked(ROWS_OFFSET);
  }

  private static int asked(int offset) {
    String system = System.getProperty("os.name");
    if (system.startsWith("Windows")) {
      return 0;
    }
    long request = system.startsWith("Mac") ? WINDOW_SIZE_MAC : WINDOW_SIZE_LINUX;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(STRUCT_BYTES);
      int failure = (int) Call.IOCTL.invokeExact(STANDARD_ERROR, request, size);
      return failure == 0 ? Short.toUnsignedInt(size.get(JAVA_SHORT, offset)) : 0;
    } catch (Throwable e) {
      // An unknown size is no reason to fail.
      return 0;
    }
  }

  /** Native call, linked at its first use. */
  @SuppressWarnings("restricted") // The types are those of the system's manual.
  private static final class Call {

    static final MethodHandle IOCTL =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().find("ioctl").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                Linker.Option.firstVariadicArg(2));
  }
}
