import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineJar } from '../engine.ts';

/** The oldest Java that runs DynamoDB Local must be able to run the class. */
const RELEASE = '17';

/** Speeds up a short run of Java. */
const BRIEF_RUN = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];

/** Compiles DynamoDbServer into a folder. @throws without javac, or when the classes in the jar have changed */
export async function compileServer(folder: string): Promise<void> {
  // Without file names and line numbers, all compilers produce the same class.
  const options = ['--release', RELEASE, '-g:none', '-Xlint:all,-path', '-Werror'];
  const source = join(import.meta.dirname, 'DynamoDbServer.java');
  // The manifest of the jar names its libraries.
  await promisify(execFile)('javac', [...BRIEF_RUN, ...options, '-cp', await engineJar(), '-d', folder, source]);
}

if (import.meta.main) await compileServer(import.meta.dirname);
