export async function eventually(condition: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`The condition did not hold within ${milliseconds} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
