/** The maximum number of vCPUs of an owner's running sandboxes, as each start without a size has one or two. */
export function vcpuLimitOf({
  vcpuLimit,
  sandboxLimit,
}: {
  readonly vcpuLimit?: number | undefined;
  readonly sandboxLimit: number;
}): number {
  return vcpuLimit ?? 2 * sandboxLimit;
}
