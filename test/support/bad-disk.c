/*
 * A disk that misbehaves, for one process: preloaded, it counts the calls that change files under one folder, and does
 * something else than asked at one of them or from one on. `bad-disk.ts` compiles it, and writes the orders into a file
 * that both map, so that counting can begin at any moment.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE, FLUSH, RENAME, TRUNCATE, OPEN, KINDS };
enum fault { NONE, FAIL, TORN, SHORT, DELAY, DROP, KILL, TORN_KILL };

/* All numbers are 32 bits, in this order; then the end of the paths that are meant, empty for all. */
struct orders {
  int32_t armed, kind, fault, error, first, last, powercut, hits, counts[KINDS];
  char only[64];
};

static struct orders *orders;
static const char *folder, *survivors;
static size_t folder_length;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("BAD_DISK_ORDERS");
  folder = getenv("BAD_DISK_FOLDER");
  survivors = getenv("BAD_DISK_SURVIVORS");
  if (file == NULL || folder == NULL || survivors == NULL) return;
  folder_length = strlen(folder);
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDWR);
  void *at = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (at != MAP_FAILED) orders = at;
}

static int ends_with(const char *path, const char *end) {
  size_t length = strlen(path), wanted = strlen(end);
  return length >= wanted && strcmp(path + length - wanted, end) == 0;
}

static int is_meant(const char *path) {
  if (orders == NULL || !orders->armed || strncmp(path, folder, folder_length) != 0) return 0;
  return path[folder_length] == '/' || path[folder_length] == 0;
}

static enum fault due(enum kind kind, const char *path) {
  if (!is_meant(path) || !ends_with(path, orders->only)) return NONE;
  int n = __atomic_add_fetch(&orders->counts[kind], 1, __ATOMIC_SEQ_CST);
  if (orders->kind != (int)kind || n < orders->first || n > orders->last) return NONE;
  __atomic_add_fetch(&orders->hits, 1, __ATOMIC_SEQ_CST);
  if (orders->fault == KILL) kill(getpid(), SIGKILL);
  if (orders->fault == DELAY) usleep(20000);
  return orders->fault;
}

static int path_of(int fd, char path[PATH_MAX]) {
  char link[64] = "/proc/self/fd/";
  int at = strlen(link), digits = 1;
  for (int rest = fd; rest >= 10; rest /= 10) digits++;
  for (int place = digits - 1, rest = fd; place >= 0; place--, rest /= 10) link[at + place] = '0' + rest % 10;
  ssize_t length = fd < 0 || orders == NULL || !orders->armed ? -1 : readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  return length > 0;
}

static enum fault due_at(enum kind kind, int fd) {
  int before = errno;
  char path[PATH_MAX];
  enum fault fault = path_of(fd, path) ? due(kind, path) : NONE;
  errno = before;
  return fault;
}

static int fails(void) {
  errno = orders->error;
  return -1;
}

/* What survives a power cut is kept in another folder: files as they were last flushed, names as they are now. */
static int survivor_of(const char *path, char survivor[PATH_MAX]) {
  if (!is_meant(path) || !orders->powercut || strlen(survivors) + strlen(path) >= PATH_MAX) return 0;
  strcpy(stpcpy(survivor, survivors), path + folder_length);
  return 1;
}

static void keep_flushed(int fd) {
  char path[PATH_MAX], survivor[PATH_MAX], bytes[65536];
  struct stat is;
  if (!path_of(fd, path) || !survivor_of(path, survivor) || fstat(fd, &is) != 0 || !S_ISREG(is.st_mode)) return;
  for (char *slash = survivor + strlen(survivors) + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
    *slash = 0;
    mkdir(survivor, 0700);
  }
  int from = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
  int to = syscall(SYS_openat, AT_FDCWD, survivor, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;) syscall(SYS_write, to, bytes, got);
  /* Closing a file ends the locks of this process on it: nobody else has these files. */
  syscall(SYS_close, from);
  syscall(SYS_close, to);
}

static ssize_t put(int fd, const void *bytes, size_t size, off_t at) {
  return at < 0 ? syscall(SYS_write, fd, bytes, size) : syscall(SYS_pwrite64, fd, bytes, size, at);
}

static ssize_t write_at(int fd, const void *bytes, size_t size, off_t at) {
  switch (due_at(WRITE, fd)) {
  case FAIL: return fails();
  case SHORT: return put(fd, bytes, (size + 1) / 2, at);
  case TORN: put(fd, bytes, size / 2, at); return fails();
  case TORN_KILL: put(fd, bytes, size / 2, at); kill(getpid(), SIGKILL); return fails();
  case DROP: if (at < 0) lseek(fd, size, SEEK_CUR); return size;
  default: return put(fd, bytes, size, at);
  }
}

ssize_t write(int fd, const void *bytes, size_t size) { return write_at(fd, bytes, size, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return write_at(fd, bytes, size, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { return write_at(fd, bytes, size, at); }

static int flush(int call, int fd) {
  switch (due_at(FLUSH, fd)) {
  case FAIL: return fails();
  case DROP: return 0;
  default: break;
  }
  int done = syscall(call, fd);
  if (done == 0 && orders != NULL && orders->armed && orders->powercut) keep_flushed(fd);
  return done;
}

int fsync(int fd) { return flush(SYS_fsync, fd); }
int fdatasync(int fd) { return flush(SYS_fdatasync, fd); }

int rename(const char *from, const char *to) {
  char old[PATH_MAX], new[PATH_MAX];
  switch (due(RENAME, to)) {
  case FAIL: return fails();
  case DROP: return 0;
  default: break;
  }
  int done = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (done == 0 && survivor_of(from, old) && survivor_of(to, new))
    syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
  return done;
}

int unlink(const char *path) {
  char survivor[PATH_MAX];
  int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (done == 0 && survivor_of(path, survivor)) {
    syscall(SYS_unlinkat, AT_FDCWD, survivor, 0);
    errno = 0;
  }
  return done;
}

int ftruncate(int fd, off_t size) {
  switch (due_at(TRUNCATE, fd)) {
  case FAIL: return fails();
  case DROP: return 0;
  default: return syscall(SYS_ftruncate, fd, size);
  }
}
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

static int open_at(int dir, const char *path, int flags, mode_t mode) {
  int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
  if (writes && due(OPEN, path) == FAIL) {
    /* A full disk refuses files that are new. */
    struct stat is;
    if (orders->error != ENOSPC || stat(path, &is) != 0) return fails();
  }
  return syscall(SYS_openat, dir, path, flags, mode);
}

#define MODE(flags, mode) \
  mode_t mode = 0; \
  if (((flags) & O_CREAT) != 0 || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  }

int open(const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(AT_FDCWD, path, flags, mode);
}
int openat(int dir, const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(dir, path, flags, mode);
}
int openat64(int dir, const char *path, int flags, ...) {
  MODE(flags, mode)
  return open_at(dir, path, flags, mode);
}
