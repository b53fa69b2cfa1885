/**
 * The command that says which partition key a container had best: {@link
 * dev.partita.cli.advice.AdviseCommand} asks a server or, about files, works it out itself.
 */
@NullMarked
package dev.partita.cli.advice;

import org.jspecify.annotations.NullMarked;
