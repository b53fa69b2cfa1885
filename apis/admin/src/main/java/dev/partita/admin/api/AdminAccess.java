package dev.partita.admin.api;

/** Who may do what: asked with each request, on any thread. */
public interface AdminAccess {

  /** What somebody may do. */
  enum Right {
    NONE,
    READ,
    EVERYTHING
  }

  /** What the holder of a key may do. */
  Right of(String key);

  /** Whether no key is needed at all, from wherever a request comes. */
  boolean isOpen();

  /** Whether no key is needed on the server's own machine, since everyone has it. */
  boolean isOpenForDevelopers();
}
