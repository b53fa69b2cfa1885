package dev.partita.container.check;

/** How bad a finding is. */
public enum Severity {
  /** Data contradicts itself: something is lost, wrong or will fail. */
  ERROR,
  /** Something is left over that nothing leads to; it takes room and does no harm. */
  WARNING
}
