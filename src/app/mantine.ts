/** The libraries of the frame, evaluated in a task before its own (tools/chunk-of.ts makes a file of them). */
export { MantineProvider } from '@mantine/core';
