package dev.partita.base.concurrent;

/** A thread that many requests need, such as an event loop: nothing may wait on it. */
public interface SharedThread {}
