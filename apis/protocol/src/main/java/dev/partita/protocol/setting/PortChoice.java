package dev.partita.protocol.setting;

/**
 * A port to listen on, as a setting has it. Immutable.
 *
 * @param port 0 for any free one, negative for none
 * @param chosen whether a user asked for this one, who must know if it cannot be had
 */
public record PortChoice(int port, boolean chosen) {

  /** The highest number that a port can have. */
  public static final int PORT_MAX = 65_535;

  public static final PortChoice OFF = new PortChoice(-1, false);

  public boolean isOn() {
    return port >= 0;
  }
}
