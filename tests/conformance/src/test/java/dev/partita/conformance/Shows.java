package dev.partita.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the lines of the compatibility list that a test shows to be true. Tests in JavaScript use a
 * comment that begins with {@code shows:}.
 */
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface Shows {
  String[] value();
}
