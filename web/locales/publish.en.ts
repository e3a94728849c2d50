/** Publishing a post, changing it, deleting it. */
export const publish = {
  create: 'Create a post',
}
