/**
 * How Node is started where the program is: the young generation of its heap would grow to 67 MB, since V8 goes by the memory of the machine. With a quarter of it a search takes as much time, and 45 MB less stay in memory. Threads that
 * analyse code have a size of their own.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=8'];

/**
 * What images have in their environment besides: glibc maps arrays of a megabyte and more by themselves, whatever it has seen before, and gives them back when they are outgrown. Otherwise building an index of a million entries leaves 90 MB of
 * holes in its heap.
 */
export const allocation = 'MALLOC_MMAP_THRESHOLD_=1048576';
