"""An OpenAI-compatible server on loopback that answers every request after a fixed time.

    python slow_server.py SECONDS

Prints its port, then serves until it is killed. Standard library only, so that it starts at once.
"""

import asyncio
import json
import sys

ANSWER = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 0,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": "call_0",
                        "type": "function",
                        "function": {"name": "f", "arguments": '{"unit": "metric", "n": 3}'},
                    }
                ],
            },
        }
    ],
    "usage": {"prompt_tokens": 250, "completion_tokens": 25, "total_tokens": 275},
}


def serve_after(latency_s: float) -> None:
    """Serve; the port is the first line of standard output."""
    body = json.dumps(ANSWER).encode()
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    answer = head.encode() + body

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await reader.readuntil(b"\r\n\r\n")
                fields = (line.partition(b":") for line in request.lower().split(b"\r\n"))
                length = next(int(value) for name, _, value in fields if name == b"content-length")
                await reader.readexactly(length)
                await asyncio.sleep(latency_s)
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(talk, "127.0.0.1", 0, backlog=256)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(serve())


if __name__ == "__main__":
    serve_after(float(sys.argv[1]))
